import { expect, it } from 'vitest';
import { aManifest } from '../../../../test/custody/evidence.ts';
import { readUtf8, utf8 } from '../../kit/bytes/bytes.ts';
import { encodeManifest, ownerPseudonym, parseManifest } from './manifest.ts';
import type { Manifest } from './manifest.ts';

it('writes one evidence as these bytes and no others: changing them would break every proof', () => {
  expect(readUtf8(encodeManifest(aManifest))).toBe(
    `{"files":[{"mediaType":"application/json","name":"details.json","role":"details",` +
      `"sha256":"${'3'.repeat(64)}","sizeBytes":512,"sm3":"${'4'.repeat(64)}"},` +
      `{"mediaType":"video/mp4","name":"original-1.mp4","role":"original",` +
      `"sha256":"${'1'.repeat(64)}","sizeBytes":1048576,"sm3":"${'2'.repeat(64)}"}],` +
      `"kind":"mobile","number":"0123456789ABCDEF0123456789ABCDEF","owner":"${'5'.repeat(64)}",` +
      '"times":{"endAt":"2026-11-20T08:05:00.000Z","receivedAt":"2026-11-20T08:06:01.234Z",' +
      '"startAt":"2026-11-20T08:00:00.000Z"},"type":"evidence","version":1}',
  );
});

it('reads back what it writes, the files by name', () => {
  const read = parseManifest(encodeManifest(aManifest));
  expect(read.ok && read.value).toEqual({ ...aManifest, files: aManifest.files.toReversed() });
});

it('writes nothing that is not of the schema, even when the object has more', () => {
  const more = {
    ...aManifest,
    title: '张三的录像',
    files: aManifest.files.map((file) => ({ ...file, path: '/home' })),
    times: { ...aManifest.times, zone: 'CST' },
  };
  expect(encodeManifest(more)).toEqual(encodeManifest(aManifest));
});

const [file = aManifest.files[0]] = aManifest.files;
it.each<[string, object, string]>([
  ['another type', { type: 'trail-head' }, 'not-evidence'],
  ['another version', { version: 2 }, 'unknown-version'],
  ['a title', { title: '张三的录像' }, 'wrong-fields'],
  ['a lower-case number', { number: 'abcdef0123456789abcdef0123456789' }, 'bad-number'],
  ['a short number', { number: '0123' }, 'bad-number'],
  ['a number with a newline', { number: '0123456789ABCDEF0123456789ABCDEF\n' }, 'bad-number'],
  ['a user id for the owner', { owner: '10001' }, 'bad-owner'],
  ['no owner', { owner: null }, 'bad-owner'],
  ['a kind by its code', { kind: 4 }, 'bad-kind'],
  ['a kind of the prototype', { kind: 'toString' }, 'bad-kind'],
  ['no files', { files: [] }, 'bad-files'],
  ['files by name', { files: { a: file } }, 'bad-files'],
  ['101 files', { files: Array.from({ length: 101 }, (_, at) => ({ ...file, name: `f${1000 + at}` })) }, 'bad-files'],
  [
    'files out of order',
    {
      files: [
        { ...file, name: 'b' },
        { ...file, name: 'a' },
      ],
    },
    'unsorted-files',
  ],
  ['a file twice', { files: [file, file] }, 'unsorted-files'],
  ['a time with an offset', { times: { ...aManifest.times, receivedAt: '2026-11-20T16:06:01.234+08:00' } }, 'bad-times'],
  ['a time without milliseconds', { times: { ...aManifest.times, startAt: '2026-11-20T08:00:00Z' } }, 'bad-times'],
  ['a 31 February', { times: { ...aManifest.times, endAt: '2026-02-31T08:00:00.000Z' } }, 'bad-times'],
  ['a leap second', { times: { ...aManifest.times, endAt: '2026-12-31T23:59:60.000Z' } }, 'bad-times'],
  ['no time of receipt', { times: { ...aManifest.times, receivedAt: null } }, 'bad-times'],
  ['a time too many', { times: { ...aManifest.times, seenAt: null } }, 'bad-times'],
])('refuses a manifest with %s', (_, change, fault) => {
  expect(parseManifest(sortedJson({ ...aManifest, files: aManifest.files.toReversed(), ...change }))).toEqual({ ok: false, fault });
});

it.each<[string, object]>([
  ['a name that a user chose', { name: '张三身份证.jpg' }],
  ['a path', { name: '../original.jpg' }],
  ['an absolute path', { name: '/etc/passwd' }],
  ['a hidden name', { name: '.htaccess' }],
  ['an upper-case name', { name: 'A.jpg' }],
  ['an empty name', { name: '' }],
  ['a long name', { name: 'a'.repeat(65) }],
  ['a dot at the end', { name: 'a.' }],
  ['an unknown role', { role: 'thumbnail' }],
  ['an upper-case hash', { sha256: 'A'.repeat(64) }],
  ['a short hash', { sm3: 'a'.repeat(63) }],
  ['a negative size', { sizeBytes: -1 }],
  ['a size as text', { sizeBytes: '1' }],
  ['a media type with parameters', { mediaType: 'text/html; charset=utf-8' }],
  ['a media type without a subtype', { mediaType: 'text' }],
  ['a field too many', { path: 'x' }],
])('refuses a file with %s', (_, change) => {
  expect(parseManifest(sortedJson({ ...aManifest, files: [{ ...file, ...change }] }))).toEqual({ ok: false, fault: 'bad-file' });
});

it('refuses bytes that are too many, no JSON, not canonical or no object', () => {
  expect(parseManifest(new Uint8Array(65_536))).toEqual({ ok: false, fault: 'too-large' });
  expect(parseManifest(utf8('{'))).toEqual({ ok: false, fault: 'not-json' });
  expect(parseManifest(utf8(`${readUtf8(encodeManifest(aManifest))}\n`))).toEqual({ ok: false, fault: 'not-canonical' });
  for (const text of ['null', '[]', '1', '"evidence"', '{}'])
    expect(parseManifest(utf8(text))).toEqual({ ok: false, fault: 'not-evidence' });
});

it('writes no manifest that would not be read back', () => {
  for (const change of [{ number: 'x' }, { files: [] }, { times: { ...aManifest.times, receivedAt: 'today' } }])
    expect(() => encodeManifest({ ...aManifest, ...change })).toThrow(RangeError);
});

it('leaves room for a hundred files in one entry', () => {
  const files = Array.from({ length: 100 }, (_, at) => ({
    ...aManifest.files[0],
    name: `${'n'.repeat(60)}-${100 + at}`,
    sizeBytes: Number.MAX_SAFE_INTEGER,
    mediaType: `application/${'x'.repeat(115)}`,
  }));
  expect(encodeManifest({ ...aManifest, files } as Manifest).length).toBeLessThan(65_535);
});

it('gives one owner another pseudonym for each evidence, and none without the secret', () => {
  const secret = new Uint8Array(32).fill(1);
  const all = [
    ownerPseudonym(secret, 'A', '7'),
    ownerPseudonym(secret, 'B', '7'),
    ownerPseudonym(secret, 'A', '8'),
    ownerPseudonym(new Uint8Array(32), 'A', '7'),
  ];
  expect(new Set(all).size).toBe(4);
  expect(all.every((pseudonym) => /^[0-9a-f]{64}$/.test(pseudonym))).toBe(true);
  expect(ownerPseudonym(secret, 'A', '7')).toBe(all[0]);
});

/** Canonical JSON of these test values, including invalid manifests. */
function sortedJson(value: unknown): Uint8Array {
  const sorted = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(sorted);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => [name, sorted(member)]),
    );
  };
  return utf8(JSON.stringify(sorted(value)));
}
