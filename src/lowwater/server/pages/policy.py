"""Policy: what a browser may do for a page: run our files, speak to one server, and nothing else."""

_DIRECTIVES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
)


def content_policy(server: str = "'self'") -> str:
    """The content security policy of a page that speaks to `server` alone."""
    return "; ".join((*_DIRECTIVES, f"connect-src {server}"))


_BLOBS = "img-src 'self' blob:"
"""A chart becomes a PNG by way of an image that the page itself has made."""

PAGE_HEADERS = {
    "Content-Security-Policy": f"{content_policy()}; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
"""The headers of a page."""

WATCH_HEADERS = PAGE_HEADERS | {
    "Content-Security-Policy": PAGE_HEADERS["Content-Security-Policy"].replace("img-src 'self'", _BLOBS)
}
"""The headers of the dashboard."""

ASSET_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "public, max-age=31536000, immutable",
    "Vary": "Accept-Encoding",
}
"""The headers of a file that its path identifies by its content."""
