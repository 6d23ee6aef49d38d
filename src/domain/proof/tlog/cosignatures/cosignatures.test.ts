import { expect, it } from 'vitest';
import { newCosigner } from '../../../../../test/custody/cosigner.ts';
import { newLogKey } from '../../../../../test/custody/evidence.ts';
import {
  archeCheckpoint,
  archeKey,
  coachCheckpoint,
  navigliKey,
  navigliMlDsaKey,
  remoraKey,
} from '../../../../../test/custody/network-checkpoints.ts';
import { utf8 } from '../../../kit/bytes/bytes.ts';
import { signCheckpoint } from '../checkpoint.ts';
import { emptyRoot } from '../merkle.ts';
import { parseNote, type Note } from '../signed-note.ts';
import { cosign, cosignedMessage, verifyCosignature } from './cosignature.ts';
import { onlySignaturesOf, readCosignatures, verifySignatures, withSignatures } from './note-signatures.ts';
import { formatVerifierKey, parseVerifierKey, verifierKey } from './verifier-key.ts';

const { key: logKey, sign } = newLogKey('notary.example/log');
const checkpoint = mustParse(signCheckpoint({ size: 0, root: emptyRoot() }, logKey, sign));
const ed25519 = newCosigner('witness.example/w1');
const mlDsa = newCosigner('witness.example/w1', 'cosignature-ml-dsa-44');

it('reads the keys of the public network and writes them back', () => {
  for (const vkey of [archeKey, remoraKey, navigliKey, navigliMlDsaKey]) expect(formatVerifierKey(keyOf(vkey))).toBe(vkey);
  expect([archeKey, remoraKey, navigliMlDsaKey].map((vkey) => keyOf(vkey).type)).toEqual([
    'ed25519',
    'cosignature-ed25519',
    'cosignature-ml-dsa-44',
  ]);
});

it('refuses a key of another type, another length, another id, or that is no point', () => {
  const faultOf = (vkey: string) => parseVerifierKey(vkey);
  expect(faultOf(remoraKey.replace('da77ade7', 'da77ade8'))).toEqual({ ok: false, fault: 'wrong-id' });
  expect(faultOf(`${remoraKey}AAA=`)).toEqual({ ok: false, fault: 'malformed' });
  expect(faultOf('x+00000000+BQAA')).toEqual({ ok: false, fault: 'unknown-algorithm' });
  expect(faultOf('x+00000000+BAAA')).toEqual({ ok: false, fault: 'malformed' });
  const noPoint = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 2 : 0));
  expect(faultOf(formatVerifierKey(verifierKey('cosignature-ed25519', 'x', noPoint)))).toEqual({ ok: false, fault: 'not-a-point' });
  expect(() => verifierKey('cosignature-ml-dsa-44', 'x', new Uint8Array(32))).toThrow(RangeError);
  expect(() => verifierKey('cosignature-ed25519', 'a b', new Uint8Array(32))).toThrow(RangeError);
});

it('verifies what witnesses of the public network signed, of both kinds, with their times', () => {
  const found = verifySignatures(mustParse(archeCheckpoint), [archeKey, remoraKey].map(keyOf));
  expect(found.ok && found.value.map(({ key, time }) => [key.type, time])).toEqual([
    ['ed25519', null],
    ['cosignature-ed25519', 1_779_573_024],
  ]);
  const both = verifySignatures(mustParse(coachCheckpoint), [navigliKey, navigliMlDsaKey].map(keyOf));
  expect(both.ok && both.value.map(({ key, time }) => [key.type, time])).toEqual([
    ['cosignature-ed25519', 1_785_704_691],
    ['cosignature-ml-dsa-44', 1_785_704_691],
  ]);
});

it('refuses them over a changed text, and every changed byte of name, time and signature', () => {
  for (const [text, vkey] of [
    [archeCheckpoint, remoraKey],
    [coachCheckpoint, navigliMlDsaKey],
  ] as const) {
    const [note, key] = [mustParse(text), keyOf(vkey)];
    const bytes = note.signatures.find(({ id }) => id === key.id)?.bytes ?? new Uint8Array(0);
    expect(verifyCosignature(key, note.text, bytes).ok).toBe(true);
    expect(verifyCosignature(key, note.text.replace(/\n\d/, '\n2'), bytes).ok).toBe(false);
    const changed = Array.from({ length: 72 }, (_, at) => Math.floor((at * bytes.length) / 72));
    for (const at of changed) expect(verifyCosignature(key, note.text, bytes.with(at, (bytes[at] ?? 0) ^ 1)).ok, `byte ${at}`).toBe(false);
    for (const wrong of [bytes.slice(1), bytes.slice(0, 7), new Uint8Array(0), Uint8Array.of(...bytes, 0)])
      expect(verifyCosignature(key, note.text, wrong).ok).toBe(false);
  }
  const renamed = verifierKey('cosignature-ml-dsa-44', 'witness.example/other', keyOf(navigliMlDsaKey).publicKey);
  const note = mustParse(coachCheckpoint);
  expect(verifyCosignature(renamed, note.text, note.signatures.at(-1)?.bytes ?? new Uint8Array(0)).ok).toBe(false);
});

it('makes cosignatures that it verifies, with the time in both places', () => {
  for (const { key, sign: secret } of [ed25519, mlDsa]) {
    const line = cosign(key, checkpoint.text, 1_679_315_147, secret);
    const found = verifySignatures(mustParse(withSignatures(checkpoint, [line])), [key]);
    expect(found.ok && found.value).toMatchObject([{ time: 1_679_315_147, line }]);
  }
});

it('writes the messages of the standard', () => {
  const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
  expect(cosignedMessage(ed25519.key, text, 1_679_315_147)).toEqual(utf8(`cosignature/v1\ntime 1679315147\n${text}`));
  const message = cosignedMessage(mlDsa.key, text, 1_679_315_147) ?? new Uint8Array(0);
  const fields = [utf8('subtree/v1\n\0'), [18], utf8('witness.example/w1'), [0, 0, 0, 0, 0x64, 0x18, 0x50, 0xcb], [27]];
  const start = fields.flatMap((field) => [...field]);
  expect(Array.from(message.slice(0, start.length))).toEqual(start);
  expect(message.length).toBe(start.length + 27 + 8 + 8 + 32);
  expect(Array.from(message.slice(-48, -32))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0x3e, 0x2d, 0xc3]);
});

it('cosigns nothing but a checkpoint, at a time, by its own key', () => {
  expect(() => cosign(ed25519.key, 'no checkpoint\n', 1, ed25519.sign)).toThrow(RangeError);
  for (const time of [0, -1, 1.5, 2 ** 53]) expect(() => cosign(ed25519.key, checkpoint.text, time, ed25519.sign)).toThrow(RangeError);
  expect(() => cosign(ed25519.key, checkpoint.text, 1, newCosigner('x').sign)).toThrow(RangeError);
  expect(() => cosign({ ...logKey, type: 'ed25519' }, checkpoint.text, 1, sign)).toThrow(RangeError);
  const longName = newCosigner(`witness.example/${'x'.repeat(250)}`, 'cosignature-ml-dsa-44');
  expect(() => cosign(longName.key, checkpoint.text, 1, longName.sign)).toThrow(RangeError);
});

it('takes of a witness’s answer what known keys signed with a time, and refuses the whole over a wrong one', () => {
  const lines = [ed25519, mlDsa, newCosigner('stranger.example')].map(({ key, sign: secret }) => cosign(key, checkpoint.text, 7, secret));
  const keys = [ed25519.key, mlDsa.key];
  const read = (answer: string) => readCosignatures(utf8(answer), checkpoint, keys);
  const taken = read(lines.join(''));
  expect(taken.ok && taken.value.map(({ line }) => line)).toEqual(lines.slice(0, 2));
  expect(read(lines[2] ?? '')).toEqual({ ok: false, fault: 'no-known-key' });
  expect(read('')).toEqual({ ok: false, fault: 'malformed' });
  expect(read(lines.join('').trimEnd())).toEqual({ ok: false, fault: 'malformed' });
  expect(read(`${lines[0] ?? ''}\n${lines[1] ?? ''}`)).toEqual({ ok: false, fault: 'malformed' });
  expect(read('<html>\n')).toEqual({ ok: false, fault: 'malformed' });
  const other = mustParse(signCheckpoint({ size: 1, root: emptyRoot() }, logKey, sign));
  expect(read(cosign(ed25519.key, other.text, 7, ed25519.sign))).toEqual({ ok: false, fault: 'wrong-signature' });
});

it('checks a line that stands there many times once', () => {
  const line = cosign(ed25519.key, checkpoint.text, 7, ed25519.sign);
  const many = mustParse(`${checkpoint.text}\n${line.repeat(90)}`);
  expect(verifySignatures(many, [ed25519.key])).toMatchObject({ ok: true, value: [{ time: 7 }] });
});

it('adds lines once, and leaves out those of others without a changed byte', () => {
  const line = cosign(ed25519.key, checkpoint.text, 7, ed25519.sign);
  const whole = withSignatures(mustParse(withSignatures(checkpoint, [line])), [line]);
  expect(whole.split('\n')).toHaveLength(7);
  expect(onlySignaturesOf(mustParse(whole), [logKey])).toBe(withSignatures(checkpoint, []));
});

function mustParse(text: string): Note {
  const note = parseNote(utf8(text));
  if (!note.ok) throw new Error(note.fault);
  return note.value;
}

function keyOf(vkey: string) {
  const key = parseVerifierKey(vkey);
  if (!key.ok) throw new Error(key.fault);
  return key.value;
}
