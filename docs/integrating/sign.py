#!/usr/bin/env python3
"""Signs one call with Python's own library.

NOTARY_SECURITY_KEY=... sign.py METHOD TARGET TIMESTAMP NONCE [BODY_FILE | UNSIGNED-PAYLOAD]
sign.py --vectors signing-vectors.json    signs every vector, and says which came out otherwise
With SIGNATURE_ALGORITHM=HMAC-SM3 it signs by SM3.
"""
import hashlib
import hmac
import json
import os
import sys


def sign(security_key, method, target, timestamp, nonce, body, algorithm="sha256"):
    """The hash of the body and the signature. `body` is bytes, or None for an unsigned multipart body."""
    content_sha256 = "UNSIGNED-PAYLOAD" if body is None else hashlib.sha256(body).hexdigest()
    text = "\n".join([method, target, timestamp, nonce, content_sha256])
    return content_sha256, hmac.new(security_key.encode(), text.encode(), algorithm).hexdigest()


def check_vectors(path):
    """The number of vectors that are signed otherwise than they say."""
    with open(path, encoding="utf-8") as file:
        given = json.load(file)
    wrong = 0
    for vector in given["vectors"]:
        body = None if vector["content_sha256"] == "UNSIGNED-PAYLOAD" else vector["body"].encode()
        call = (vector[name] for name in ("method", "target", "timestamp", "nonce"))
        algorithm = "sm3" if vector.get("algorithm") == "HMAC-SM3" else "sha256"
        signed = sign(given["security_key"], *call, body, algorithm)
        is_right = signed == (vector["content_sha256"], vector["signature"])
        wrong += not is_right
        print("ok  " if is_right else "WRONG", vector["name"])
    return wrong


if __name__ == "__main__":
    if sys.argv[1:2] == ["--vectors"]:
        sys.exit(1 if check_vectors(sys.argv[2]) else 0)
    method, target, timestamp, nonce, *rest = sys.argv[1:]
    body = b""
    if rest:
        body = None if rest[0] == "UNSIGNED-PAYLOAD" else open(rest[0], "rb").read()
    algorithm = "sm3" if os.environ.get("SIGNATURE_ALGORITHM") == "HMAC-SM3" else "sha256"
    print(*sign(os.environ["NOTARY_SECURITY_KEY"], method, target, timestamp, nonce, body, algorithm))
