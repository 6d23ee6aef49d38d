#!/usr/bin/env python3
"""Searches the memory of a process for the private scalar of an SM2 key: scan-memory.py PID KEY_PEM PUBLIC_POINT_HEX

Prints how often each was found: the public point, which must be there, and the scalar in its encodings, which must not.
"""
import base64
import re
import sys

pid, key_file, point = sys.argv[1:]
pem = open(key_file).read()
lines = [line for line in pem.splitlines() if line and not line.startswith("-")]
der = base64.b64decode("".join(lines))
start = der.index(bytes.fromhex("0201010420")) + 5
scalar = der[start : start + 32]
needles = {
    "point": bytes.fromhex(point),
    "raw": scalar,
    "reversed": scalar[::-1],
    "hex": scalar.hex().encode(),
    "pem": lines[0].encode()[-40:],
}
found = {name: 0 for name in needles}
with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
    for line in maps:
        begin, end, rights = re.match(r"([0-9a-f]+)-([0-9a-f]+) (\S+)", line).groups()
        if "r" not in rights or "[v" in line:
            continue
        at, last = int(begin, 16), int(end, 16)
        while at < last:
            try:
                memory.seek(at)
                chunk = memory.read(min(last - at, 1 << 24))
            except (OSError, ValueError):
                break
            if not chunk:
                break
            for name, needle in needles.items():
                found[name] += chunk.count(needle)
            # Needles across a chunk boundary are found with the next chunk.
            at += len(chunk) if len(chunk) < 256 or at + len(chunk) >= last else len(chunk) - 128
print(" ".join(f"{name}={count}" for name, count in found.items()))
