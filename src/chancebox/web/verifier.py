"""
The page that checks receipts: one file in the reader's language, which works from a disk as well.

It shares nothing with other pages, so that whoever doubts the house can save it and read it. Its sentences
lie in it as data; the script that says them is the same in all languages.
"""

from base64 import b64encode
from hashlib import sha256

from chancebox.engine.game.texts import remembered
from chancebox.web import assets, render


@remembered
def verifier() -> tuple[str, str]:
    """Return the page, and the policy under which its own script alone may run."""
    # An icon of its own: without one browsers would ask the house, against the policy.
    icon = f"data:image/svg+xml;base64,{b64encode(assets.assets()['mark.svg'].content).decode()}"
    page = render.page("verify.html", icon=icon)
    policy = ["default-src 'none'", "connect-src 'self'", "img-src data:"]
    policy += ["base-uri 'none'", "frame-ancestors 'none'"]
    for kind, tag in (("script-src", "script"), ("style-src", "style")):
        inner = page.split(f"<{tag}>")[1].split(f"</{tag}>")[0]
        policy.append(f"{kind} 'sha256-{b64encode(sha256(inner.encode()).digest()).decode()}'")
    return page, "; ".join(policy)
