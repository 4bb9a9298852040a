import hashlib
import hmac
import re
import time


def is_genuine(body: bytes, headers, secret: str, now=None) -> bool:
    """Whether a request comes from Corkboard and is recent. body: the raw bytes. now: Unix seconds."""
    timestamp = headers.get("X-Service-Timestamp") or ""
    now = time.time() if now is None else now
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(now - int(timestamp)) > 300:
        return False
    signed = timestamp.encode() + b"." + body
    expected = b"v1=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()
    signatures = (headers.get("X-Service-Signatures") or "").split(",")
    return any(hmac.compare_digest(given.encode(), expected) for given in signatures)
