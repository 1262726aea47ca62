"""Addresses on the network: whom a host names, and which of them count as one."""

import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.datastructures import URL

from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _, listed

EVERYWHERE = ("0.0.0.0", "::")


class Networks:
    """Addresses and networks that the host of the house named; none unless said."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self.named = list(named)
        try:
            self._networks = [ip_network(name, strict=False) for name in self.named]
        except ValueError:
            raise BadSetup(
                _("{names}: name addresses or networks, as in 127.0.0.1, 10.0.0.0/8 or ::1.").format(
                    names=listed(self.named)
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


def invitation_base(base: URL, listening: str) -> str:
    """
    Return the address of the house for others than the visitor who came by `base`; nothing if there is none.

    Whoever came by another name than this machine's for itself shows that the name works. Otherwise
    it depends on where the house listens; an empty address stands for a place unknown.
    """
    scheme = {"ws": "http", "wss": "https"}.get(base.scheme, base.scheme)
    if not _leads_nowhere_else(base.hostname or ""):
        return f"{scheme}://{base.netloc}"
    found = network_address() if listening in EVERYWHERE else listening
    if not found or _leads_nowhere_else(found):
        return ""
    shown = f"[{found}]" if ":" in found else found
    return f"{scheme}://{shown}" + (f":{base.port}" if base.port else "")


def network_address() -> str:
    """
    Return the address of this machine in its network, if it is in one; nothing is sent to find out.

    Of several it is the one by which it would reach strangers; IPv4 first, which people can read out.
    """
    for family, stranger in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asking:
                # A datagram socket only chooses its way; the address is one that is kept for examples.
                asking.connect((stranger, 9))
                found = str(asking.getsockname()[0])
        except OSError:
            continue
        if not _leads_nowhere_else(found) and "%" not in found:
            return found
    return ""


def is_loopback(host: str) -> bool:
    """Return whether a host is a name of this machine for itself alone."""
    found = _parsed(host)
    if found is None:
        return host.lower().rstrip(".").rpartition(".")[2] == "localhost"
    return found.is_loopback


def _leads_nowhere_else(host: str) -> bool:
    """Return whether others would not get here by a host: it leads each machine to itself."""
    found = _parsed(host)
    return is_loopback(host) or (found is not None and found.is_unspecified)


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
