import { hexToBytes } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { readUtf8, utf8 } from '../../kit/bytes/bytes.ts';
import { canonicalJson, parseCanonicalJson } from './canonical-json.ts';
import type { CanonicalValue } from './canonical-json.ts';

const written = (value: CanonicalValue) => readUtf8(canonicalJson(value));
const read = (text: string) => parseCanonicalJson(utf8(text));

// RFC 8785: the sample object of section 3.2.2, sorted as in section 3.2.3, in the bytes of section 3.2.4. Its member `numbers` is omitted
// from both, because all its values are fractions or beyond 2^53.
it('writes the sample of RFC 8785, 3.2.2–3.2.4, but for its fractions, to the published bytes', () => {
  const sample = { string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/', literals: [null, true, false] };
  expect(canonicalJson(sample)).toEqual(
    hexToBytes(
      '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c22737472696e67223a22' +
        'e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d',
    ),
  );
});

// RFC 8785, section 3.2.3: the test data for sorting, and the expected order of its values.
it('sorts as RFC 8785, 3.2.3 does: by UTF-16 code units, not by code points', () => {
  const sample = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  };
  expect([...(written(sample) ?? '').matchAll(/:"([^"]*)"/g)].map(([, name]) => name)).toEqual([
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
});

// github.com/cyberphone/json-canonicalization, testdata/input and output: structures, french, arrays, unicode, weird.
it.each([
  [
    'structures',
    '{"1": {"f": {"f": "hi","F": 5} ,"\\n": 56.0}, "10": { }, "": "empty", "a": { }, "111": [ { } ], "A": { }}',
    '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{}],"A":{},"a":{}}',
  ],
  [
    'french',
    '{"peach": "This sorting order", "péché": "is wrong according to French", "pêche": "but canonicalization MUST", "sin": ' +
      '"ignore locale"}',
    '{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST","sin":"ignore locale"}',
  ],
  ['arrays', '[56, {"d": true, "10": null, "1": [ ]}]', '[56,{"1":[],"10":null,"d":true}]'],
  ['unicode', '{"Unnormalized Unicode":"A\\u030a"}', '{"Unnormalized Unicode":"A\u030a"}'],
  [
    'weird',
    '{"\\u20ac": "Euro Sign", "1": "One", "\\u0080": "Control\\u007f", "\\ud83d\\ude02": "Smiley", "\\u00f6": ' +
      '"Latin Small Letter O With Diaeresis", "\\ufb33": "Hebrew Letter Dalet With Dagesh", "</script>": "Browser Challenge"}',
    '{"1":"One","</script>":"Browser Challenge","\u0080":"Control\u007f","\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro ' +
      'Sign","\ud83d\ude02":"Smiley","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
])('writes %s of the reference test data', (_, input, output) => {
  expect(written(JSON.parse(input) as CanonicalValue)).toBe(output);
  expect(read(output).ok).toBe(true);
});

it('refuses the fractions and large numbers of RFC 8785: manifests count, they do not measure', () => {
  for (const number of [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, 2 ** 53, -(2 ** 53), Number.NaN, Infinity, -Infinity])
    expect(() => canonicalJson([number]), String(number)).toThrow(RangeError);
  expect([0, -0, -1, 2 ** 53 - 1].map(written)).toEqual(['0', '0', '-1', '9007199254740991']);
});

it('refuses half a character, in texts and in names', () => {
  for (const text of ['\ud83d', '\ude00', '\ude00\ud83d', 'a\ud800b']) {
    expect(() => canonicalJson(text)).toThrow(RangeError);
    expect(() => canonicalJson({ [text]: 1 })).toThrow(RangeError);
  }
  expect(written('\ud842\udfb7')).toBe('"𠮷"');
  expect(read('"\\ud83d"')).toEqual({ ok: false, fault: 'not-canonical' });
});

it('writes nothing for undefined, functions or big integers that slipped past the types', () => {
  for (const value of [undefined, () => 1, 1n, Symbol('x')])
    expect(() => canonicalJson({ value } as unknown as CanonicalValue)).toThrow(RangeError);
});

it.each([
  ['blanks', '{ "a":1}'],
  ['a newline at the end', '{"a":1}\n'],
  ['another order', '{"b":1,"a":2}'],
  ['a name twice', '{"a":1,"a":1}'],
  ['a fraction', '[1.0]'],
  ['an exponent', '[1e2]'],
  ['minus zero', '[-0]'],
  ['a needless escape', '"\\u0041"'],
  ['an escaped slash', '"\\/"'],
  ['an upper-case escape', '"\\u000F"'],
  ['a number beyond 2^53', '[9007199254740993]'],
])('refuses %s: a value has one spelling', (_, text) => {
  expect(read(text)).toEqual({ ok: false, fault: 'not-canonical' });
});

it('distinguishes bytes that are no text, text that is no JSON, and JSON that is too deep', () => {
  expect(parseCanonicalJson(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ ok: false, fault: 'not-utf8' });
  for (const text of ['', '{', '{"a":1,}', "{'a':1}", 'NaN', '\ufeff{}', '01', 'undefined'])
    expect(read(text), text).toEqual({ ok: false, fault: 'not-json' });
  expect(read('['.repeat(32) + ']'.repeat(32)).ok).toBe(true);
  expect(read('['.repeat(33) + ']'.repeat(33))).toEqual({ ok: false, fault: 'too-deep' });
  expect(() => canonicalJson(JSON.parse('['.repeat(33) + ']'.repeat(33)) as CanonicalValue)).toThrow(RangeError);
  expect(read('['.repeat(100_000) + ']'.repeat(100_000))).toEqual({ ok: false, fault: 'too-deep' });
});

it('keeps a member named __proto__ a member', () => {
  const value = read('{"__proto__":{"a":1}}');
  expect(value.ok && Object.keys(value.value ?? {})).toEqual(['__proto__']);
});
