"""
Write what a house is made of, as CycloneDX: every package that `make play` installs, and vendored files.

    make sbom > sbom.json

Versions and digests come from the lock file, which pip checks when it installs; licenses from what is
installed here. A tool of its own would install a dozen packages to say the same.
"""

import json
import re
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PACKAGE = re.compile(r"^([A-Za-z0-9._-]+)==(\S+?)(?: ; (.*?))?(?: \\)?$")
DIGEST = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def bill() -> dict[str, Any]:
    """Return the document."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": f"pkg:pypi/chancebox@{version}",
                "name": "chancebox",
                "version": version,
                "purl": f"pkg:pypi/chancebox@{version}",
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": [*locked(ROOT / "requirements" / "play.lock"), *vendored()],
    }


def locked(lock: Path) -> list[dict[str, Any]]:
    """List the packages of a lock file."""
    found: list[dict[str, Any]] = []
    for line in lock.read_text("utf-8").splitlines():
        if package := PACKAGE.match(line):
            name, version, where = package.groups()
            purl = f"pkg:pypi/{name.lower()}@{version}"
            found.append({"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl})
            if where:
                found[-1]["properties"] = [{"name": "chancebox:installed-where", "value": where}]
            if license := _license(name):
                found[-1]["licenses"] = [{"license": {"name": license}}]
            page = f"https://pypi.org/project/{name}/{version}/"
            found[-1]["externalReferences"] = [{"type": "distribution", "url": page, "hashes": []}]
        elif digest := DIGEST.search(line):
            # One for each file that pip may choose from.
            hashes = found[-1]["externalReferences"][0]["hashes"]
            hashes.append({"alg": "SHA-256", "content": digest[1]})
    return found


def vendored() -> list[dict[str, Any]]:
    """List the files of others that lie among ours."""
    folder = ROOT / "src" / "chancebox" / "web" / "static"
    files = tomllib.loads((folder / "vendored.toml").read_text("utf-8"))["file"]
    return [
        {
            "type": "library",
            "bom-ref": f"pkg:npm/{file['package']}@{file['version']}",
            "name": file["package"],
            "version": file["version"],
            "purl": f"pkg:npm/{file['package']}@{file['version']}",
            "licenses": [{"license": {"id": file["license"]}}],
            "hashes": [{"alg": "SHA-256", "content": file["sha256"]}],
            "externalReferences": [{"type": "distribution", "url": file["source"]}],
        }
        for file in files
    ]


def _license(name: str) -> str:
    """Find what a package says about its license; nothing where it is not installed here."""
    try:
        told = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ""
    first = (told.get("License-Expression") or told.get("License") or "").strip().splitlines()
    classified = [line.split(" :: ")[-1] for line in told.get_all("Classifier") or [] if "License" in line]
    return first[0] if first and len(first[0]) < 60 else ", ".join(classified)


if __name__ == "__main__":
    print(json.dumps(bill(), indent=2))
