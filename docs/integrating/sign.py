#!/usr/bin/env python3
"""Signs one call with Python's own library.

NOTARY_SECURITY_KEY=... sign.py METHOD TARGET TIMESTAMP NONCE [BODY_FILE | UNSIGNED-PAYLOAD]
"""
import hashlib
import hmac
import os
import sys


def sign(security_key, method, target, timestamp, nonce, body):
    """The hash of the body and the signature. `body` is bytes, or None for an unsigned multipart body."""
    content_sha256 = "UNSIGNED-PAYLOAD" if body is None else hashlib.sha256(body).hexdigest()
    text = "\n".join([method, target, timestamp, nonce, content_sha256])
    return content_sha256, hmac.new(security_key.encode(), text.encode(), hashlib.sha256).hexdigest()


if __name__ == "__main__":
    method, target, timestamp, nonce, *rest = sys.argv[1:]
    body = b""
    if rest:
        body = None if rest[0] == "UNSIGNED-PAYLOAD" else open(rest[0], "rb").read()
    print(*sign(os.environ["NOTARY_SECURITY_KEY"], method, target, timestamp, nonce, body))
