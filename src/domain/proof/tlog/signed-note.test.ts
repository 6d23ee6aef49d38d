import { createPrivateKey, sign as nodeSign } from 'node:crypto';
import { expect, it } from 'vitest';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { parseVkey } from './note-key.ts';
import type { NoteKey } from './note-key.ts';
import { parseNote, signNote, verifyNote } from './signed-note.ts';

// golang.org/x/mod, sumdb/note/note_test.go at 02c99138: TestSign, TestOpen. The keys are published there, including the secret key.
const peter = readKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
const enoch = readKey('EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop');
const peterSeed = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const peterSig = '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const enochSig = '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n';

it('signs the published note to the published bytes', () => {
  expect(signNote(text, peter, signWith(peterSeed))).toBe(`${text}\n${peterSig}`);
});

it('tells which of the known keys signed, and ignores the others', () => {
  const both = mustParse(`${text}\n${peterSig}${enochSig}`);
  expect(both.text).toBe(text);
  expect(both.signatures.map(({ name, id, bytes }) => [name, id, bytes.length])).toEqual([
    ['PeterNeumann', 'c74f20a3', 64],
    ['EnochRoot', 'af0cfe78', 64],
  ]);
  expect(verifyNote(both, [peter])).toEqual({ ok: true, value: [peter] });
  expect(verifyNote(both, [enoch, peter])).toEqual({ ok: true, value: [peter, enoch] });
  expect(verifyNote(both, [])).toEqual({ ok: false, fault: 'no-known-key' });
  expect(verifyNote(mustParse(`${text}\n${peterSig}${peterSig}`), [peter])).toEqual({ ok: true, value: [peter] });
});

it('refuses a note when one known key did not make its signature, whoever else did', () => {
  const forged = peterSig.slice(0, 60) + 'ABCD' + peterSig.slice(60);
  expect(verifyNote(mustParse(`${text}\n${forged}`), [peter])).toEqual({ ok: false, fault: 'wrong-signature' });
  expect(verifyNote(mustParse(`${text}\n${enochSig}${forged}`), [peter, enoch])).toEqual({ ok: false, fault: 'wrong-signature' });
  expect(verifyNote(mustParse(`${text}\n${enochSig}${forged}`), [enoch])).toEqual({ ok: true, value: [enoch] });
  expect(verifyNote(mustParse(`${text.replace('think', 'thunk')}\n${peterSig}`), [peter])).toEqual({ ok: false, fault: 'wrong-signature' });
});

it('takes the name and the id for the key, and one of both for none', () => {
  expect(verifyNote(mustParse(`${text}\n${peterSig.replace('PeterNeumann', 'CarmenSandiego')}`), [peter])).toEqual({
    ok: false,
    fault: 'no-known-key',
  });
  expect(verifyNote(mustParse(`${text}\n${peterSig.replace('x08g', 'xxxx')}`), [peter])).toEqual({ ok: false, fault: 'no-known-key' });
  expect(verifyNote(mustParse(`${text}\n${enochSig}`), [enoch, peter, enoch])).toEqual({ ok: false, fault: 'ambiguous-key' });
  expect(verifyNote(mustParse(`${text}\n${peterSig}`), [enoch, peter, enoch])).toEqual({ ok: true, value: [peter] });
});

it('accepts a hundred signatures and refuses one more, or a note that is too large', () => {
  expect(mustParse(`${text}\n${peterSig.repeat(100)}`).signatures.length).toBe(100);
  expect(parse(`${text}\n${peterSig.repeat(101)}`)).toEqual({ ok: false, fault: 'too-large' });
  expect(parse(`${'a'.repeat(300_000)}\n\n${peterSig}`)).toEqual({ ok: false, fault: 'too-large' });
});

it.each([
  ['no signature', text],
  ['an empty signature part', `${text}\n`],
  ['no last newline', `${text}\n${peterSig.slice(0, -1)}`],
  ['a control character', `\u0001${text}\n${peterSig}`],
  ['a carriage return', `${text.replace('\n', '\r\n')}\n${peterSig}`],
  [
    'a blank in a name',
    `${text}\n— Bad Name x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`,
  ],
  ['a foreign line', `${text}\n${peterSig}Unexpected line.\n`],
  ['a hyphen for the dash', `${text}\n${peterSig.replace('—', '-')}`],
  ['no padding', `${text}\n${peterSig.replace('=', '')}`],
  ['bits in the padding', `${text}\n${peterSig.replace('AM=', 'AN=')}`],
  ['an id without a signature', `${text}\n— PeterNeumann x08gow==\n`],
  ['no text', `\n${peterSig}`],
  ['nothing', ''],
])('refuses a note with %s', (_, note) => {
  expect(parse(note)).toEqual({ ok: false, fault: 'malformed' });
});

it('refuses bytes that are not UTF-8', () => {
  expect(parseNote(Uint8Array.of(0xff, ...utf8(`${text}\n${peterSig}`)))).toEqual({ ok: false, fault: 'not-utf8' });
});

it('verifies no note with any one byte flipped, and survives every cut', () => {
  const note = utf8(`${text}\n${peterSig}`);
  for (let at = 0; at < note.length; at += 1) {
    const wrong = parseNote(note.with(at, (note[at] ?? 0) ^ 1));
    expect(wrong.ok && verifyNote(wrong.value, [peter]).ok, `byte ${at}`).toBe(false);
    const cut = parseNote(note.slice(0, at));
    expect(cut.ok && verifyNote(cut.value, [peter]).ok, `cut at ${at}`).toBe(false);
  }
});

it('keeps blank lines inside the text', () => {
  const poem = 'Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n'; // C2SP signed-note
  const note = mustParse(signNote(poem, peter, signWith(peterSeed)));
  expect([note.text, verifyNote(note, [peter]).ok]).toEqual([poem, true]);
});

it('publishes no signature that its own key does not verify, and signs no text that is not one', () => {
  expect(() => signNote(text, enoch, signWith(peterSeed))).toThrow(RangeError);
  expect(() => signNote(text, peter, () => new Uint8Array(64))).toThrow(RangeError);
  for (const wrong of ['abc', '', 'a\tb\n', 'a\r\n', '\ud800\n'])
    expect(() => signNote(wrong, peter, signWith(peterSeed))).toThrow(RangeError);
});

/** Signs with Node (OpenSSL) from the 32 secret bytes; our library verifies. */
function signWith(seed: Uint8Array) {
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
  return (message: Uint8Array): Uint8Array => new Uint8Array(nodeSign(null, message, key));
}

function parse(note: string) {
  return parseNote(utf8(note));
}

function mustParse(note: string) {
  const read = parse(note);
  if (!read.ok) throw new Error(read.fault);
  return read.value;
}

function readKey(vkey: string): NoteKey {
  const key = parseVkey(vkey);
  if (!key.ok) throw new Error(key.fault);
  return key.value;
}
