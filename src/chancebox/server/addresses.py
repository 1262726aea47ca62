"""Addresses on the network: whom a host names, and which of them count as one."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from chancebox.engine.errors import BadSetup
from chancebox.engine.texts import _


class Networks:
    """Addresses and networks that the host of the house named; none unless said."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self.named = list(named)
        try:
            self._networks = [ip_network(name, strict=False) for name in self.named]
        except ValueError:
            raise BadSetup(
                _("{names}: name addresses or networks, as in 127.0.0.1, 10.0.0.0/8 or ::1.").format(
                    names=", ".join(self.named)
                )
            ) from None

    def __contains__(self, host: str) -> bool:
        found = _parsed(host)
        return found is not None and any(found in network for network in self._networks)


@lru_cache(4096)
def address_group(host: str) -> str:
    """
    Return the name under which an address is counted.

    Whoever has one IPv6 address has 2⁶⁴ of them, so the first half of it stands for all.
    """
    found = _parsed(host)
    if isinstance(found, IPv6Address):
        return f"{IPv6Address(int(found) >> 64 << 64)}/64"
    # A proxy may pass on anything; what is no address is counted as one.
    return str(found) if found else "?"


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
