#!/usr/bin/env python3
"""Checks a webhook (Standard Webhooks 1.0.0, v1) with Python's own library.

WEBHOOK_SECRET=whsec_... verify-webhook.py ID TIMESTAMP SIGNATURES < body
"""
import base64
import hashlib
import hmac
import os
import sys
import time


def is_genuine(secret, webhook_id, timestamp, signatures, body, now=None):
    """`body` is the bytes as they came. A signature that is older than five minutes may have been sent again by somebody else."""
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{webhook_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, given) for given in signatures.split(" "))


if __name__ == "__main__":
    genuine = is_genuine(os.environ["WEBHOOK_SECRET"], *sys.argv[1:4], sys.stdin.buffer.read())
    print("genuine" if genuine else "refused")
    sys.exit(0 if genuine else 1)
