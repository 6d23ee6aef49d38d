"""A reader of unpacked evidence packages, written after docs/integrating/formats.md alone. It takes the fingerprint of the office's
certificate and a folder, and prints what it checked; a check that fails raises."""

import base64, hashlib, json, os, subprocess, sys, tempfile, zipfile


def sha256(data):
    return hashlib.sha256(data).digest()


def read(name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def has(name):
    return os.path.exists(os.path.join(folder, name))


def pem(name):
    return base64.b64decode(read(name).decode().split("-----")[2])


def openssl(*words):
    subprocess.run(["openssl", *words], check=True, capture_output=True)


def written(data):
    with tempfile.NamedTemporaryFile(dir=scratch, delete=False) as file:
        file.write(data)
    return file.name


def check_sums(fingerprint):
    certificate = pem("office.pem")
    assert sha256(certificate).hex() == fingerprint.replace(":", "").lower(), "another office"
    text = f"-----BEGIN CERTIFICATE-----\n{base64.encodebytes(certificate).decode()}-----END CERTIFICATE-----\n"
    signed = ["-content", os.path.join(folder, "SHA256SUMS"), "-certfile", written(text.encode()), "-nointern", "-noverify"]
    openssl("cms", "-verify", "-binary", "-inform", "DER", "-in", os.path.join(folder, "SHA256SUMS.p7s"), *signed, "-out", os.devnull)
    listed = dict(reversed(line.split("  ", 1)) for line in read("SHA256SUMS").decode().splitlines())
    unlisted = {sums + end for sums in ("SHA256SUMS", "SM3SUMS") for end in ("", ".p7s", ".sm2", ".sm2.p7s")}
    assert set(os.listdir(folder)) - unlisted == set(listed), "other files"
    for name, digest in listed.items():
        assert sha256(read(name)).hex() == digest, name
    for file in json.loads(read("manifest.json"))["files"]:
        assert file["sha256"] == listed[file["name"]] and file["sizeBytes"] == len(read(file["name"])), file["name"]


def checkpoint(text):
    """Size and root of a checkpoint that the log signed."""
    body, signatures = text.split("\n\n", 1)
    origin, size, root = body.split("\n")[:3]
    name, key_id, key = read("log-key.txt").decode().strip().split("+", 2)
    key = base64.b64decode(key)
    assert key[:1] == b"\x01" and sha256(name.encode() + b"\n" + key).hex()[:8] == key_id and origin == name, "log key"
    ours = [base64.b64decode(line.split(" ")[2]) for line in signatures.splitlines() if line.startswith(f"\u2014 {name} ")]
    signature = next(one[4:] for one in ours if one[:4].hex() == key_id)
    public = written(bytes.fromhex("302a300506032b6570032100") + key[1:])
    words = ["-inkey", public, "-keyform", "DER", "-in", written(f"{body}\n".encode()), "-sigfile", written(signature)]
    openssl("pkeyutl", "-verify", "-pubin", "-rawin", *words)
    return int(size), base64.b64decode(root)


def node(left, right):
    return sha256(b"\x01" + left + right)


def check_inclusion(name, entry):
    """RFC 9162, 2.1.3.2."""
    head, rest = read(name).decode().split("\n\n", 1)
    lines = [line for line in head.split("\n") if not line.startswith("extra ")]
    assert lines[0] == "c2sp.org/tlog-proof@v1", name
    index = int(lines[1].removeprefix("index "))
    size, root = checkpoint(rest)
    assert index < size, name
    fn, sn, r = index, size - 1, sha256(b"\x00" + entry)
    for p in map(base64.b64decode, lines[2:]):
        assert sn != 0, name
        if fn & 1 or fn == sn:
            r = node(p, r)
            while not fn & 1 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = node(r, p)
        fn, sn = fn >> 1, sn >> 1
    assert sn == 0 and r == root, name
    return size, root


def check_consistency(old, old_root, new, new_root, hashes):
    """RFC 9162, 2.1.4.2."""
    if old == new:
        assert old_root == new_root and not hashes
        return
    path = ([old_root] if old & (old - 1) == 0 else []) + hashes
    fn, sn = old - 1, new - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        assert sn != 0
        if fn & 1 or fn == sn:
            fr, sr = node(c, fr), node(c, sr)
            while not fn & 1 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, c)
        fn, sn = fn >> 1, sn >> 1
    assert fr == old_root and sr == new_root and sn == 0, f"consistency {old}"


def check_joined(checkpoints):
    head, rest = read("consistency.txt").decode().split("\n\n", 1)
    lines = head.split("\n")
    assert lines[0] == "consistency-proofs@v1"
    proofs = {}
    for line in lines[1:]:
        if line.startswith("old "):
            hashes = proofs[int(line[4:])] = []
        else:
            hashes.append(base64.b64decode(line))
    newest = checkpoint(rest)
    for size, root in checkpoints:
        check_consistency(size, root, *newest, [] if size == newest[0] else proofs[size])


def check_sm2():
    public = os.path.join(scratch, "sm2.pub")
    openssl("x509", "-in", os.path.join(folder, "office-sm2.pem"), "-noout", "-pubkey", "-out", public)
    for name in sorted(os.listdir(folder)):
        if name.endswith(".sm2"):
            signed = ["-signature", os.path.join(folder, name), os.path.join(folder, name.removesuffix(".sm2"))]
            openssl("dgst", "-sm3", "-verify", public, "-sigopt", "distid:1234567812345678", *signed)
            assert sm2_holds(public_key(pem("office-sm2.pem")), read(name.removesuffix(".sm2")), read(name)), name
        elif name.endswith(".sm2.p7s"):
            check_sm2_cms(name, read(name.removesuffix(".sm2.p7s")))


# GB/T 32918.5: y² = x³ + ax + b over P, base point G of order N.
P = 0xFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000FFFFFFFFFFFFFFFF
A = P - 3
B = 0x28E9FA9E9D9F5E344D5A9E4BCF6509A7F39789F515AB8F92DDBCBD414D940E93
N = 0xFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFF7203DF6B21C6052B53BBF40939D54123
G = (
    0x32C4AE2C1F1981195F9904466A39C9948FE30BBFF2660BE1715A4589334C74C7,
    0xBC3736A2F4F6779C59BDCEE36B692153D0A9877CC62A474002DF32E52139F0A0,
)


def sm3(data):
    """GB/T 32905."""
    turn = lambda x, n: (x << n % 32 | x >> (32 - n % 32)) & 0xFFFFFFFF
    state = [0x7380166F, 0x4914B2B9, 0x172442D7, 0xDA8A0600, 0xA96F30BC, 0x163138AA, 0xE38DEE4D, 0xB0FB0E4E]
    data = data + b"\x80" + bytes((55 - len(data)) % 64) + (len(data) * 8).to_bytes(8, "big")
    for at in range(0, len(data), 64):
        w = [int.from_bytes(data[at + i : at + i + 4], "big") for i in range(0, 64, 4)]
        for j in range(16, 68):
            x = w[j - 16] ^ w[j - 9] ^ turn(w[j - 3], 15)
            w.append(x ^ turn(x, 15) ^ turn(x, 23) ^ turn(w[j - 13], 7) ^ w[j - 6])
        a, b, c, d, e, f, g, h = state
        for j in range(64):
            ss1 = turn(turn(a, 12) + e + turn(0x79CC4519 if j < 16 else 0x7A879D8A, j) & 0xFFFFFFFF, 7)
            ff = a ^ b ^ c if j < 16 else a & b | a & c | b & c
            gg = e ^ f ^ g if j < 16 else e & f | ~e & g
            tt1 = ff + d + (ss1 ^ turn(a, 12)) + (w[j] ^ w[j + 4]) & 0xFFFFFFFF
            tt2 = gg + h + ss1 + w[j] & 0xFFFFFFFF
            a, b, c, d, e, f, g, h = tt1, a, turn(b, 9), c, tt2 ^ turn(tt2, 9) ^ turn(tt2, 17), e, turn(f, 19), g
        state = [x ^ y for x, y in zip(state, (a, b, c, d, e, f, g, h))]
    return b"".join(x.to_bytes(4, "big") for x in state)


def add(p, q):
    if p is None or q is None:
        return p or q
    if p[0] == q[0] and (p[1] + q[1]) % P == 0:
        return None
    slope = (3 * p[0] ** 2 + A) * pow(2 * p[1], -1, P) if p == q else (q[1] - p[1]) * pow(q[0] - p[0], -1, P)
    x = (slope**2 - p[0] - q[0]) % P
    return x, (slope * (p[0] - x) - p[1]) % P


def times(k, p):
    sum = None
    while k:
        sum, p, k = add(sum, p) if k & 1 else sum, add(p, p), k >> 1
    return sum


def sm2_holds(public, message, signature):
    """GB/T 32918.2, 7.1, with the identifier 1234567812345678. @param public 04 and both coordinates. @param signature two DER integers."""
    point = int.from_bytes(public[1:33], "big"), int.from_bytes(public[33:65], "big")
    assert public[:1] == b"\x04" and len(public) == 65 and (point[0] ** 3 + A * point[0] + B - point[1] ** 2) % P == 0
    z = sm3(b"\x00\x801234567812345678" + b"".join(x.to_bytes(32, "big") for x in (A, B, *G, *point)))
    e = int.from_bytes(sm3(z + message), "big")
    r, s = (int.from_bytes(value, "big") for _, value, _ in children(der(signature)[1]))
    t = (r + s) % N
    sum = add(times(s, G), times(t, point)) if 0 < r < N and 0 < s < N and t != 0 else None
    return sum is not None and (e + sum[0]) % N == r


def der(data):
    """Tag, content and all bytes of the first value."""
    size, at = data[1], 2
    if size & 0x80:
        at += size & 0x7F
        size = int.from_bytes(data[2:at], "big")
    assert at + size <= len(data), "cut off"
    return data[0], data[at : at + size], data[: at + size]


def children(content):
    values = []
    while content:
        values.append(der(content))
        content = content[len(values[-1][2]) :]
    return values


def public_key(certificate):
    """The key's bits in the SubjectPublicKeyInfo of an X.509 certificate."""
    fields = [value for tag, value, _ in children(children(der(certificate)[1])[0][1]) if tag != 0xA0]
    return children(fields[5])[1][1][1:]


MESSAGE_DIGEST = bytes.fromhex("2a864886f70d010904")


def check_sm2_cms(name, data):
    signed = children(children(der(read(name))[1])[1][1])[0][1]
    fields = children(signed)
    certificates = [whole for tag, content, _ in fields if tag == 0xA0 for _, _, whole in children(content)]
    assert pem("office-sm2.pem") in certificates, name
    (_, signer, _), = children(fields[-1][1])
    parts = children(signer)
    attributes = parts[3]
    assert attributes[0] == 0xA0, name
    digests = [children(values[1])[0][1] for kind, values in map(lambda one: children(one[1]), children(attributes[1])) if kind[1] == MESSAGE_DIGEST]
    assert digests == [sm3(data)], name
    # The attributes are signed as a SET.
    assert sm2_holds(public_key(pem("office-sm2.pem")), b"\x31" + attributes[2][1:], parts[5][1]), name


def imprint_of(token):
    """Verifies the token's signature by the certificate that it carries, and returns the hash that it covers."""
    content = os.path.join(scratch, "content")
    openssl("cms", "-verify", "-binary", "-inform", "DER", "-in", written(token), "-noverify", "-out", content)
    with open(content, "rb") as file:
        fields = children(der(file.read())[1])
    return children(fields[2][1])[1][1]


HASHES = {"608648016503040201": hashlib.sha256, "608648016503040203": hashlib.sha512}


def check_record():
    """RFC 4998, 4.3 and 5.3."""
    named = json.loads(read("manifest.json"))["files"]
    objects = [read("manifest.json")] + [read(file["name"]) for file in named]
    chains = children(children(der(read("manifest.ers"))[1])[-1][1])
    for at, (_, stamps, _) in enumerate(chains):
        before = b"".join(whole for _, _, whole in chains[:at])
        length = len(before).to_bytes((len(before).bit_length() + 7) // 8, "big")
        head = bytes([len(before)]) if len(before) < 128 else bytes([0x80 | len(length)]) + length
        token = None
        for _, stamp, _ in children(stamps):
            fields = children(stamp)
            algorithm = next(children(value)[0][1] for tag, value, _ in fields if tag == 0xA0)
            digest = lambda data: HASHES[algorithm.hex()](data).digest()
            imprint = imprint_of(fields[-1][2])
            tree = next((value for tag, value, _ in fields if tag == 0xA2), None)
            lists = [[imprint]] if tree is None else [[one for _, one, _ in children(list)] for _, list, _ in children(tree)]
            if token is not None:
                assert digest(token) in lists[0], "renewed timestamp"
            elif at > 0:
                sequence = digest(b"\x30" + head + before)
                assert digest(digest(objects[0]) + sequence) in lists[0], "renewed hash"
            else:
                assert sorted(lists[0]) == sorted(map(digest, objects)), "other objects"
            below = []
            for list in lists:
                together = below + list
                below = [together[0] if len(together) == 1 else digest(b"".join(sorted(together)))]
            assert below == [imprint], "root"
            token = fields[-1][2]


def check_archive():
    with zipfile.ZipFile(os.path.join(folder, "capture.wacz")) as archive:
        digest = json.loads(archive.read("datapackage-digest.json"))
        assert digest["hash"] == "sha256:" + sha256(archive.read("datapackage.json")).hex(), "archive"
    signature = base64.b64decode(digest["signedData"]["signature"])

    def integer(data):
        value = int.from_bytes(data, "big")
        data = value.to_bytes(value.bit_length() // 8 + 1, "big")
        return bytes([2, len(data)]) + data

    both = integer(signature[:32]) + integer(signature[32:])
    signed = ["-signature", written(bytes([48, len(both)]) + both), written(digest["hash"].encode())]
    openssl("dgst", "-sha256", "-verify", os.path.join(folder, "archive-key.pem"), *signed)


def entry_of(kind, file):
    return json.dumps({"sha256": sha256(pem(file)).hex(), "type": kind, "version": 1}, separators=(",", ":"), sort_keys=True).encode()


fingerprint, folder = sys.argv[1:3]
with tempfile.TemporaryDirectory() as scratch:
    check_sums(fingerprint)
    entries = {
        "proof.tlog-proof": lambda: read("manifest.json"),
        "timestamp.tlog-proof": lambda: read("manifest.json"),
        "anchor.tlog-proof": lambda: read("manifest.json"),
        "office.tlog-proof": lambda: entry_of("office-certificate", "office.pem"),
        "office-sm2.tlog-proof": lambda: entry_of("office-sm2-certificate", "office-sm2.pem"),
        "archive-key.tlog-proof": lambda: entry_of("archive-key", "archive-key.pem"),
        "credentials.tlog-proof": lambda: read("credentials.json"),
    }
    checked = [name for name in entries if has(name)]
    trees = [check_inclusion(name, entries[name]()) for name in checked] + [checkpoint(read("checkpoint.txt").decode())]
    check_joined(trees)
    for name, check in {"office-sm2.pem": check_sm2, "capture.wacz": check_archive, "manifest.ers": check_record}.items():
        if has(name):
            check()
            checked.append(name)
    print(" ".join([*checked, "consistency.txt"]))
