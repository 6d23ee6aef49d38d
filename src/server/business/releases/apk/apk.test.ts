import { deflateRawSync, crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { binaryManifest, storedZip, tinyApk, type ZipFile } from '../../../../demo/files/tiny-apk.ts';
import { ApkFault } from './apk-fault.ts';
import { readApk } from './apk.ts';

const facts = { packageName: 'com.example.notary', versionName: '1.10.0', versionCode: 11000 };
const manifest: ZipFile = { name: 'AndroidManifest.xml', content: binaryManifest(facts) };

function read(bytes: Buffer) {
  return readApk({
    sizeBytes: bytes.length,
    async read(start, length) {
      if (length < 1 || start < 0 || start + length > bytes.length) throw new TypeError(`read ${start}+${length} of ${bytes.length}`);
      return bytes.subarray(start, start + length);
    },
  });
}
const deflated = (name: string, content: Buffer): ZipFile => ({
  name,
  content: deflateRawSync(content),
  method: 8,
  sizeBytes: content.length,
  crc: crc32(content),
});

describe('an Android package', () => {
  it('tells its name and version', async () => {
    expect(await read(tinyApk(facts))).toEqual(facts);
  });

  it('may be deflated, hold other files, and carry a comment', async () => {
    const bytes = storedZip([{ name: 'classes.dex', content: Buffer.from('dex\n035') }, deflated('AndroidManifest.xml', manifest.content)]);
    bytes.writeUInt16LE(3, bytes.length - 2);
    expect(await read(Buffer.concat([bytes, Buffer.from('abc')]))).toEqual(facts);
  });

  // androguard/androguard#1128, skylot/jadx#2452, signalapp/Signal-Android#13617: signing blocks that a reader does not know.
  it.each([
    ['v2', [0x7109871a]],
    ['v3', [0xf05368c0]],
    ['v3.1 beside v3 and v2, padded', [0x7109871a, 0xf05368c0, 0x1b93ad61, 0x42726577]],
    ['a stamp of the store and one of its channel', [0x7109871a, 0x6dff800d, 0x2b09189e, 0x71777777]],
    ['two of one kind', [0x1b93ad61, 0x1b93ad61]],
  ])('is read whatever it is signed with: %s', async (_case, ids) => {
    for (const bytes of [tinyApk(facts), storedZip([deflated('AndroidManifest.xml', manifest.content)])])
      expect(await read(withSigningBlock(bytes, ids))).toEqual(facts);
  });

  it('may have a version in other letters, and a code of 32 bits', async () => {
    const other = { packageName: 'a.b', versionName: '十版 9.0', versionCode: 0xfffffffe };
    expect(await read(tinyApk(other))).toEqual(other);
  });

  it('with its texts in UTF-8 is read alike', async () => {
    expect(await read(storedZip([{ ...manifest, content: inUtf8(manifest.content) }]))).toEqual(facts);
  });

  it('whose version stands in its resources has none to tell', async () => {
    const content = Buffer.from(manifest.content);
    content.writeUInt8(0x01, valueTypeAt(content, 1));
    expect(await read(storedZip([{ ...manifest, content }]))).toEqual({ ...facts, versionName: '' });
  });

  it.each<[string, (content: Buffer) => Buffer]>([
    ['whose type is 0', (content) => withUInt16(content, 0, 0)],
    ['whose type is another', (content) => withUInt16(content, 0, 0x0001)],
    ['with bytes behind it', (content) => Buffer.concat([content, Buffer.alloc(37, 0xff)])],
    ['with a longer header', (content) => grown(withUInt16(content, 2, 12), 8, Buffer.alloc(4, 0xff))],
    ['with a chunk of an unknown type before its strings', (content) => grown(content, 8, unknownChunk)],
    ['with a second pool behind its first node', (content) => grown(content, firstNodeAt(content) + 24, emptyPool)],
    ['that counts more styles than it has', (content) => withUInt16(content, 8 + 12, 0xfff0)],
  ])('of a hardened manifest is read as Android reads it: %s', async (_case, change) => {
    expect(await read(storedZip([{ ...manifest, content: change(Buffer.from(manifest.content)) }]))).toEqual(facts);
  });

  it.each<[string, (content: Buffer) => Buffer]>([
    ['longer than its bytes', (content) => withUInt16(content, 4, content.length + 1)],
    ['of a header longer than itself', (content) => withUInt16(content, 2, content.length + 1)],
    ['of a header shorter than a header', (content) => withUInt16(content, 2, 4)],
  ])('is none with a manifest %s', async (_case, change) => {
    await expect(read(storedZip([{ ...manifest, content: change(Buffer.from(manifest.content)) }]))).rejects.toThrow(ApkFault);
  });

  const bomb = Buffer.alloc(64 * 1024 * 1024);
  it.each<[string, () => Buffer]>([
    ['an empty file', () => Buffer.alloc(0)],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(20))],
    ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a zip without a manifest', () => storedZip([{ name: 'a.txt', content: Buffer.from('a') }])],
    ['a zip of nothing', () => storedZip([])],
    ['a manifest that is not at the root', () => storedZip([{ ...manifest, name: 'x/AndroidManifest.xml' }])],
    ['two manifests', () => storedZip([manifest, manifest])],
    ['a manifest of text', () => storedZip([{ ...manifest, content: Buffer.from('<manifest package="a.b"/>') }])],
    ['an encrypted manifest', () => storedZip([{ ...manifest, flags: 1 }])],
    ['an unknown compression', () => storedZip([{ ...manifest, method: 99 }])],
    ['a wrong CRC', () => storedZip([{ ...manifest, crc: 1 }])],
    ['a wrong size', () => storedZip([{ ...manifest, sizeBytes: manifest.content.length + 1 }])],
    ['a manifest that unpacks to 64 MB', () => storedZip([deflated('AndroidManifest.xml', bomb)])],
    ['a manifest that unpacks to more than it declares', () => storedZip([{ ...deflated('AndroidManifest.xml', bomb), sizeBytes: 1000 }])],
    ['files that unpack to 4 GB', () => storedZip([manifest, { ...deflated('classes.dex', Buffer.alloc(1000)), sizeBytes: 0xfffffffe }])],
    ['bytes between the list and its end', () => withGap(tinyApk(facts))],
    ['a package that is not called anything', () => tinyApk({ ...facts, packageName: 'notary' })],
    ['a package with a path for a name', () => tinyApk({ ...facts, packageName: '../../etc' })],
    ['a version with a line break', () => tinyApk({ ...facts, versionName: '1\n2' })],
    ['a version of a thousand letters', () => tinyApk({ ...facts, versionName: '1'.repeat(1000) })],
  ])('is not %s', async (_case, bytes) => {
    await expect(read(bytes())).rejects.toThrow(ApkFault);
  });

  // Tricks of packers against tools that unpack: Zimperium, "Over 3,000 Android malware samples using multiple techniques to bypass
  // detection"; skylot/jadx#1929; iBotPeaches/Apktool#2932.
  it.each<[string, () => Buffer, RegExp]>([
    ['the mark of encryption', () => storedZip([{ ...manifest, flags: 1 }]), /AndroidManifest\.xml 已加密，或带有加密标记/],
    ['the mark of strong encryption', () => storedZip([{ ...manifest, flags: 0x41 }]), /已加密，或带有加密标记/],
    ['a directory that is encrypted', () => storedZip([{ ...manifest, flags: 0x2000 }]), /已加密，或带有加密标记/],
    ...[1, 9, 12, 93, 99, 0x2b6c, 0xffff].map((method): [string, () => Buffer, RegExp] => [
      `the compression ${method}`,
      () => storedZip([{ ...manifest, method }]),
      new RegExp(`AndroidManifest\\.xml 的压缩方式（${method}）不受支持`),
    ]),
  ])('whose manifest has %s is refused in words that say so', async (_case, bytes, words) => {
    await expect(read(bytes())).rejects.toThrow(words);
    await expect(read(bytes())).rejects.toThrow(ApkFault);
  });

  it.each<[string, () => Buffer]>([
    ['the mark of encryption', () => storedZip([manifest, { ...manifest, name: 'classes.dex', flags: 1 }])],
    ['an unknown compression', () => storedZip([manifest, { ...manifest, name: 'classes.dex', method: 0x2b6c }])],
    ['the name of a folder', () => storedZip([manifest, { ...manifest, name: 'AndroidManifest.xml/' }])],
    ['a name of many letters', () => storedZip([manifest, { ...manifest, name: 'a'.repeat(60_000) }])],
  ])('whose other files have %s is read', async (_case, bytes) => {
    expect(await read(bytes())).toHaveProperty('packageName');
  });

  it('with any one byte of its directory and headers changed is read or refused, never more', async () => {
    const whole = storedZip([manifest, deflated('classes.dex', Buffer.alloc(300, 'dex'))]);
    const begin = whole.indexOf('AndroidManifest.xml') + 19;
    const places = Array.from({ length: whole.length }, (_, at) => at).filter((at) => at < begin || at > begin + manifest.content.length);
    for (const at of places)
      for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
        const bytes = Buffer.from(whole);
        bytes[at] = value;
        const outcome = await read(bytes).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ApkFault);
        else expect(outcome).toHaveProperty('packageName');
      }
  });

  it('that breaks off anywhere is none', async () => {
    const whole = tinyApk(facts);
    for (let length = 0; length < whole.length; length += 1) await expect(read(whole.subarray(0, length))).rejects.toThrow(ApkFault);
  });

  it('with any one byte of its manifest set to 255 is read or refused, never more', async () => {
    for (let at = 0; at < manifest.content.length; at += 1) {
      const content = Buffer.from(manifest.content);
      content.writeUInt8(0xff, at);
      const outcome = await read(storedZip([{ ...manifest, content }])).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ApkFault);
      else expect(outcome).toHaveProperty('packageName');
    }
  });
});

const unknownChunk = Buffer.from([0xee, 0x0e, 8, 0, 12, 0, 0, 0, 1, 2, 3, 4]);
/** A string pool without strings. */
const emptyPool = Buffer.concat([Buffer.from([1, 0, 28, 0, 28, 0, 0, 0]), Buffer.alloc(20)]);

function withUInt16(content: Buffer, at: number, value: number): Buffer {
  content.writeUInt16LE(value, at);
  return content;
}

/** The document with more bytes at an offset, which its size includes. */
function grown(content: Buffer, at: number, more: Buffer): Buffer {
  const whole = Buffer.concat([content.subarray(0, at), more, content.subarray(at)]);
  whole.writeUInt32LE(whole.length, 4);
  return whole;
}

function firstNodeAt(content: Buffer): number {
  let at = 8;
  while (content.readUInt16LE(at) < 0x0100 || content.readUInt16LE(at) > 0x017f) at += content.readUInt32LE(at + 4);
  return at;
}

/** The offset of the type of a manifest attribute. */
function valueTypeAt(content: Buffer, attribute: number): number {
  let at = 8;
  while (content.readUInt16LE(at) !== 0x0102) at += content.readUInt32LE(at + 4);
  return at + 16 + 20 + 20 * attribute + 15;
}

/** The same document with its strings in UTF-8. */
function inUtf8(content: Buffer): Buffer {
  const [poolBytes, count, start] = [content.readUInt32LE(12), content.readUInt32LE(16), content.readUInt32LE(28)];
  const texts = Array.from({ length: count }, (_, index) => {
    const at = 8 + start + content.readUInt32LE(8 + 28 + 4 * index);
    return content.toString('utf16le', at + 2, at + 2 + 2 * content.readUInt16LE(at));
  });
  const items = texts.map((text) => Buffer.concat([Buffer.from([[...text].length, Buffer.byteLength(text)]), Buffer.from(`${text}\0`)]));
  const header = Buffer.alloc(28 + 4 * count);
  const pool = Buffer.concat([header, ...items]);
  header.copy(pool);
  content.copy(pool, 0, 8, 8 + 28);
  pool.writeUInt32LE(pool.length, 4);
  pool.writeUInt32LE(0x100, 16);
  let offset = 0;
  for (const [index, item] of items.entries()) {
    pool.writeUInt32LE(offset, 28 + 4 * index);
    offset += item.length;
  }
  const whole = Buffer.concat([content.subarray(0, 8), pool, content.subarray(8 + poolBytes)]);
  whole.writeUInt32LE(whole.length, 4);
  return whole;
}

function withGap(zip: Buffer): Buffer {
  return Buffer.concat([zip.subarray(0, zip.length - 22), Buffer.alloc(4), zip.subarray(zip.length - 22)]);
}

/** The block of signatures between the files and their directory. Source: Android, *APK Signature Scheme v2*, *v3.1*. */
function withSigningBlock(zip: Buffer, ids: readonly number[]): Buffer {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const directory = zip.readUInt32LE(end + 16);
  const pairs = ids.map((id, at) => {
    const pair = Buffer.alloc(12 + 100 * (at + 1), at + 1);
    pair.writeBigUInt64LE(BigInt(pair.length - 8));
    pair.writeUInt32LE(id, 8);
    return pair;
  });
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(pairs.reduce((sum, { length }) => sum + length, 8 + 16)));
  const block = Buffer.concat([size, ...pairs, size, Buffer.from('APK Sig Block 42')]);
  const changed = Buffer.from(zip);
  changed.writeUInt32LE(directory + block.length, end + 16);
  return Buffer.concat([changed.subarray(0, directory), block, changed.subarray(directory)]);
}
