import { expect, it } from 'vitest';
import { newCosigner, type Signer } from '../../../../../test/custody/cosigner.ts';
import { newLogKey } from '../../../../../test/custody/evidence.ts';
import { archeCheckpoint, archeKey, remoraKey } from '../../../../../test/custody/network-checkpoints.ts';
import { utf8 } from '../../../kit/bytes/bytes.ts';
import { signCheckpoint } from '../checkpoint.ts';
import { cosign } from '../cosignatures/cosignature.ts';
import { formatVerifierKey, verifierKey } from '../cosignatures/verifier-key.ts';
import { emptyRoot } from '../merkle.ts';
import { formatVkey } from '../note-key.ts';
import { parseNote } from '../signed-note.ts';
import { judgePolicy } from './judge-policy.ts';
import { parsePolicy } from './parse-policy.ts';
import { policyErrorText, type Policy } from './policy.ts';

const { key: logKey, sign } = newLogKey('notary.example/log');
const logLine = `log ${formatVkey(logKey)}`;
const [x1, x2, x3, y1, y2] = ['x1', 'x2', 'x3', 'y1', 'y2'].map((name) => newCosigner(`${name}.example/w`)) as [
  Signer,
  Signer,
  Signer,
  Signer,
  Signer,
];
const line = (name: string, { key }: Signer) => `witness ${name} ${formatVerifierKey(key)}`;
const checkpoint = signCheckpoint({ size: 0, root: emptyRoot() }, logKey, sign);
const text = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1);
const cosigned = (...signers: readonly Signer[]) =>
  utf8(checkpoint + signers.map(({ key, sign: secret }, at) => cosign(key, text, 100 + at, secret)).join(''));

const twoLevels = mustParse(`# the example of tlog-policy
${logLine} https://notary.example/log

\t ${line('X1', x1)}
${line('X2', x2)}\thttps://x2.example/
${line('X3', x3)}
group X-witnesses 2 X1 X2 X3
  # Y
${line('Y1', y1)}
${line('Y2', y2)}
group Y-witnesses any Y1 Y2
group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`);

it('reads logs, witnesses, groups and the quorum', () => {
  expect(twoLevels.logs).toMatchObject([{ key: { name: 'notary.example/log' }, url: 'https://notary.example/log' }]);
  expect(twoLevels.witnesses.map(({ name, url }) => [name, url])).toEqual([
    ['X1', null],
    ['X2', 'https://x2.example/'],
    ['X3', null],
    ['Y1', null],
    ['Y2', null],
  ]);
  expect(twoLevels.groups.map(({ name, threshold }) => [name, threshold])).toEqual([
    ['X-witnesses', 2],
    ['Y-witnesses', 1],
    ['X-and-Y', 2],
  ]);
  expect(twoLevels.quorum).toBe('X-and-Y');
});

it.each([
  ['all', [x1, x2, x3, y1, y2], null],
  ['two of X and one of Y', [x3, x1, y2], null],
  ['one of X', [x1, y1, y2], 'too-few-witnesses'],
  ['none of Y', [x1, x2, x3], 'too-few-witnesses'],
  ['nobody', [], 'too-few-witnesses'],
  ['one of X, twice', [x1, x1, y1], 'too-few-witnesses'],
])('judges a checkpoint that %s cosigned', (_name, signers, fault) => {
  expect(judgePolicy(twoLevels, cosigned(...signers)).fault).toBe(fault);
});

it('tells who cosigned and when, and how far each group is', () => {
  const verdict = judgePolicy(twoLevels, cosigned(x1, y2));
  expect(verdict.witnesses.filter(({ hasCosigned }) => hasCosigned)).toEqual([
    { name: 'X1', hasCosigned: true, time: 100 },
    { name: 'Y2', hasCosigned: true, time: 101 },
  ]);
  expect(verdict.groups).toEqual([
    { name: 'X-witnesses', threshold: 2, members: 3, cosigned: 1 },
    { name: 'Y-witnesses', threshold: 1, members: 2, cosigned: 1 },
    { name: 'X-and-Y', threshold: 2, members: 2, cosigned: 1 },
  ]);
  expect(verdict.log?.id).toBe(logKey.id);
});

it('counts cosignatures of strangers as nothing, and refuses the whole over a wrong one of a known witness', () => {
  expect(judgePolicy(twoLevels, cosigned(x1, newCosigner('x2.example/w'), y1)).fault).toBe('too-few-witnesses');
  const other = cosign(x3.key, text.replace('\n0\n', '\n1\n'), 100, x3.sign);
  expect(judgePolicy(twoLevels, utf8(new TextDecoder().decode(cosigned(x1, x2, y1)) + other)).fault).toBe('wrong-signature');
});

it('wants the signature of a log that it lists, under the log’s own origin', () => {
  const foreign = newLogKey('other.example/log');
  const check = (note: string) => judgePolicy(mustParse(`${logLine}\nquorum none\n`), utf8(note)).fault;
  expect(check(checkpoint)).toBeNull();
  expect(check(signCheckpoint({ size: 0, root: emptyRoot() }, foreign.key, foreign.sign))).toBe('unknown-log');
  const again = newLogKey('notary.example/log');
  expect(check(signCheckpoint({ size: 0, root: emptyRoot() }, again.key, again.sign))).toBe('no-known-key');
  expect(check('no note')).toBe('malformed');
});

it('leaves the log to the caller where it lists none', () => {
  expect(judgePolicy(mustParse(`${line('w', x1)}\nquorum w\n`), cosigned(x1))).toMatchObject({ fault: null, log: null });
});

it('judges a checkpoint of the public network', () => {
  const policy = mustParse(`log ${archeKey}\nwitness remora ${remoraKey}\nquorum remora\n`);
  expect(judgePolicy(policy, utf8(archeCheckpoint))).toMatchObject({
    fault: null,
    witnesses: [{ name: 'remora', hasCosigned: true, time: 1_779_573_024 }],
  });
});

it('counts the two keys of one witness once, through a group', () => {
  const second = newCosigner('x1.example/w', 'cosignature-ml-dsa-44');
  const policy = mustParse(
    [line('a', x1), line('a-pq', second), 'group A any a a-pq', line('b', x2), 'group both all A b', 'quorum both', ''].join('\n'),
  );
  expect(judgePolicy(policy, cosigned(x1, second)).fault).toBe('too-few-witnesses');
  expect(judgePolicy(policy, cosigned(second, x2)).fault).toBeNull();
});

it.each([
  ['', 0, 'no-quorum'],
  ['quorum none\nquorum none\n', 2, 'second-quorum'],
  ['quorum w\n', 1, 'unknown-name'],
  ['quorum\n', 1, 'wrong-number-of-words'],
  ['quorum none # all right\n', 1, 'wrong-number-of-words'],
  ['Quorum none\n', 1, 'unknown-keyword'],
  ['quorum none\r\n', 1, 'bad-character'],
  ['# \u0000\nquorum none\n', 1, 'bad-character'],
  ['log\nquorum none\n', 1, 'wrong-number-of-words'],
  ['log x+00000000+AQ==\nquorum none\n', 1, 'bad-key'],
  [`${logLine}\n${logLine} https://again.example/\nquorum none\n`, 2, 'duplicate-key'],
  [`log ${formatVkey(newLogKey('a').key)} u v\nquorum none\n`, 1, 'wrong-number-of-words'],
  [`witness w ${formatVkey(logKey)}\nquorum none\n`, 1, 'wrong-key-type'],
  [`${line('w', x1)}\n${line('w', x2)}\nquorum w\n`, 2, 'duplicate-name'],
  [`${line('w', x1)}\n${line('v', x1)}\nquorum w\n`, 2, 'duplicate-key'],
  [
    `${line('w', x1)}\nwitness v ${formatVerifierKey(verifierKey('cosignature-ed25519', 'renamed', x1.key.publicKey))}\nquorum w\n`,
    2,
    'duplicate-key',
  ],
  [`${line('none', x1)}\nquorum none\n`, 1, 'reserved-name'],
  [`group g any w\n${line('w', x1)}\nquorum w\n`, 1, 'unknown-name'],
  [`${line('w', x1)}\ngroup g any w w\nquorum w\n`, 2, 'member-twice'],
  [`${line('w', x1)}\ngroup g any w\ngroup h any w\nquorum g\n`, 3, 'member-twice'],
  [`${line('w', x1)}\ngroup g any none\nquorum w\n`, 2, 'unknown-name'],
  [`${line('w', x1)}\ngroup g 0 w\nquorum w\n`, 2, 'bad-threshold'],
  [`${line('w', x1)}\ngroup g 2 w\nquorum w\n`, 2, 'bad-threshold'],
  [`${line('w', x1)}\ngroup g 01 w\nquorum w\n`, 2, 'bad-threshold'],
  [`${line('w', x1)}\ngroup g 1\nquorum w\n`, 2, 'wrong-number-of-words'],
  ['#'.repeat(1_048_577), 0, 'too-large'],
])('refuses %#', (bad, at, fault) => {
  const parsed = parsePolicy(utf8(bad));
  expect(parsed.ok ? null : parsed.errors[0]).toMatchObject({ line: at, fault });
});

it('tells every line at fault', () => {
  const parsed = parsePolicy(utf8('log x\nwitness\nquorum all\n'));
  expect(parsed.ok ? [] : parsed.errors.map(policyErrorText)).toEqual([
    'line 1: not a vkey, or its id does not belong to its name and key: x',
    'line 2: too few or too many words for this line',
    'line 3: no earlier line defines this name: all',
  ]);
});

it('compares names as octets, whatever they spell', () => {
  const kelvin = mustParse(`${line('K', x1)}\n${line('\u212a', x2)}\ngroup g all K \u212a\nquorum g\n`);
  expect(kelvin.groups[0]?.members).toEqual(['K', '\u212a']);
  const octets = Uint8Array.of(...utf8(`${line('w', x1)}\nquorum w\n# `), 0xff, 0xfe, 0x0a);
  expect(parsePolicy(octets).ok).toBe(true);
});

it('reads a list of logs without a quorum where that is enough', () => {
  const parsed = parsePolicy(utf8(`${logLine}\n`), 'optional');
  expect(parsed.ok && parsed.value).toMatchObject({ quorum: null, logs: [{ url: null }] });
});

it('takes a policy of 32 logs, witnesses and groups', () => {
  const lines = Array.from({ length: 32 }, (_, at) => {
    const witness = newCosigner(`w${at}.example`);
    return [`log ${formatVkey(newLogKey(`l${at}.example`).key)}`, line(`w${at}`, witness), `group g${at} all w${at}`];
  });
  const names = lines.map((_, at) => `g${at}`);
  expect(mustParse([...lines.flat(), `group all all ${names.join(' ')}`, 'quorum all', ''].join('\n')).groups).toHaveLength(33);
});

function mustParse(file: string): Policy {
  const parsed = parsePolicy(utf8(file));
  if (!parsed.ok) throw new Error(parsed.errors.map(policyErrorText).join('; '));
  return parsed.value;
}

it('judges a note without a text that parses as no checkpoint', () => {
  expect(parseNote(cosigned(x1)).ok).toBe(true);
  expect(judgePolicy(twoLevels, utf8('a\n\n— x AAAAAAA=\n')).checkpoint).toBeNull();
});
