import { expect, it } from 'vitest';
import { newLogKey } from '../../../../test/custody/evidence.ts';
import { readBase64, utf8 } from '../../kit/bytes/bytes.ts';
import { formatCheckpoint, parseCheckpoint, parseCheckpointText, signCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import type { TrustedLog } from './checkpoint.ts';
import { emptyRoot } from './merkle.ts';
import { parseVkey } from './note-key.ts';

// A checkpoint issued by sum.golang.org; github.com/transparency-dev/formats, TestSumDBNoteParsing.
const sumKey = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
const sumCheckpoint = `go.sum database tree
6476701
mb8QLQIs0Z0yP5Cstq6guj87oXWeC9gEM8oVikmm9Wk=

— sum.golang.org Az3grsLX85Gz+s1SiTbgkuqxgItqFq7gsMUEyVnrsa9LM7Us9S+1xbFIGu95949rj4nPRYfvimWEPWL+o3GeoWwOoAw=
`;
// The example of C2SP tlog-checkpoint; the key of its signature is not published.
const sofa = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
const sofaSigned =
  `${sofa}\n— example.com/behind-the-sofa ` +
  `Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n`;

it('verifies a checkpoint of the Go checksum database', () => {
  expect(verify(sumCheckpoint, sumLog('go.sum database tree'))).toMatchObject({
    ok: true,
    value: [{ name: 'sum.golang.org', id: '033de0ae' }],
  });
});

it('refuses the checkpoint of another log, even signed by a known key', () => {
  expect(verify(sumCheckpoint, sumLog('sum.golang.org'))).toEqual({ ok: false, fault: 'wrong-origin' });
});

it('reads the example of the specification', () => {
  const read = parseCheckpoint(utf8(sofaSigned));
  expect(read).toMatchObject({
    ok: true,
    value: {
      checkpoint: { origin: 'example.com/behind-the-sofa', size: 20_852_163, extensions: [] },
      note: { text: sofa, signatures: [{ name: 'example.com/behind-the-sofa', id: '033de0ae' }] },
    },
  });
  expect(read.ok && formatCheckpoint(read.value.checkpoint)).toBe(sofa);
});

it('reads extension lines and writes them back', () => {
  const text = `${sofa}one line\nanother\n`;
  const read = parseCheckpointText(text);
  expect(read.ok && read.value.extensions).toEqual(['one line', 'another']);
  expect(read.ok && formatCheckpoint(read.value)).toBe(text);
});

// From TestUnmarshalLogState in github.com/transparency-dev/formats, log/checkpoint_test.go at 7a6ef700, with a root of the right length;
// stricter in its last rows.
const root = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';
it.each([
  ['insufficient lines', 'Head\n9944\n', 'too-few-lines'],
  ['empty header', `\n9944\n${root}\n`, 'bad-origin'],
  ['missing newline on root hash', `Log\n123\n${root}`, 'too-few-lines'],
  ['size not a number', `Log\nbananas\n${root}\n`, 'bad-size'],
  ['size negative', `Log\n-34\n${root}\n`, 'bad-size'],
  ['size too large', `Log\n3438945738945739845734895735\n${root}\n`, 'bad-size'],
  ['root not base64', "Log\n123\nThisIsn'tBase64\n", 'bad-root'],
  ['leading zero', `Log\n0123\n${root}\n`, 'bad-size'],
  ['plus sign', `Log\n+123\n${root}\n`, 'bad-size'],
  ['size beyond 2^53', `Log\n9007199254740992\n${root}\n`, 'bad-size'],
  ['root of seven bytes', 'Log\n123\nYmFuYW5hcw==\n', 'bad-root'],
  ['root without padding', `Log\n123\n${root.slice(0, -1)}\n`, 'bad-root'],
  ['blank after the root', `Log\n123\n${root} \n`, 'bad-root'],
  ['trailing empty lines', `Log\n123\n${root}\n\n\n`, 'empty-line'],
  ['nothing', '', 'too-few-lines'],
])('refuses a checkpoint with %s', (_, text, fault) => {
  expect(parseCheckpointText(text)).toEqual({ ok: false, fault });
});

it('signs a head that verifies under its key alone, and not with any byte flipped', () => {
  const { key, sign } = newLogKey('log.gongzheng.example');
  const signed = utf8(signCheckpoint({ size: 10_000_000, root: readBase64(root) ?? emptyRoot() }, key, sign));
  const log = { origin: key.name, keys: [key] };
  expect(verify(signed, log)).toEqual({ ok: true, value: [key] });
  expect(verify(signed, { origin: key.name, keys: [newLogKey(key.name).key] })).toEqual({ ok: false, fault: 'no-known-key' });
  for (let at = 0; at < signed.length; at += 1) expect(verify(signed.with(at, (signed[at] ?? 0) ^ 1), log).ok, `byte ${at}`).toBe(false);
});

it('writes no checkpoint that it would not read', () => {
  const good = { origin: 'log', size: 0, root: emptyRoot(), extensions: [] };
  expect(formatCheckpoint(good)).toBe('log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n');
  for (const wrong of [
    { origin: '' },
    { origin: 'a\nb' },
    { size: -1 },
    { size: 1.5 },
    { size: 2 ** 53 },
    { root: new Uint8Array(31) },
    { extensions: [''] },
    { extensions: ['a\nb'] },
  ]) {
    expect(() => formatCheckpoint({ ...good, ...wrong }), JSON.stringify(wrong)).toThrow(RangeError);
  }
});

function verify(signed: string | Uint8Array, log: TrustedLog) {
  const read = parseCheckpoint(typeof signed === 'string' ? utf8(signed) : signed);
  return read.ok ? verifyCheckpoint(read.value.checkpoint, read.value.note, log) : read;
}

function sumLog(origin: string): TrustedLog {
  const key = parseVkey(sumKey);
  if (!key.ok) throw new Error(key.fault);
  return { origin, keys: [key.value] };
}
