import { expect, it } from 'vitest';
import { newLogKey } from '../../../../../test/custody/evidence.ts';
import { navigliMlDsaKey } from '../../../../../test/custody/network-checkpoints.ts';
import { utf8 } from '../../../kit/bytes/bytes.ts';
import { formatVkey } from '../note-key.ts';
import { parseLogList } from './log-list.ts';

const [a, b] = ['a.example/log', 'b.example/log'].map((name) => formatVkey(newLogKey(name).key));
const again = formatVkey(newLogKey('a.example/log').key);
const originsOf = (file: string) => {
  const list = parseLogList(utf8(file));
  return list.ok ? list.logs.map(({ origin, keys }) => [origin, keys.length]) : list.errors;
};

it('reads the log lines of a policy, with or without the rest of it', () => {
  expect(originsOf(`# ours\nlog ${a} https://a.example/log\nlog ${b}\n`)).toEqual([
    ['a.example/log', 1],
    ['b.example/log', 1],
  ]);
  expect(originsOf(`log ${a}\nquorum none\n`)).toEqual([['a.example/log', 1]]);
  expect(originsOf('# nobody yet\n')).toEqual([]);
});

it('takes two keys of one log', () => {
  expect(originsOf(`log ${a}\nlog ${again}\n`)).toEqual([['a.example/log', 2]]);
});

it('tells the lines of a policy at fault', () => {
  expect(originsOf(`log ${a}\nlogs ${b}\n`)).toEqual(['line 2: a line starts with log, witness, group, quorum or #: logs']);
});

it('reads a list of the witness network: its origins, and neither bastion nor rate', () => {
  const list = `#
# List: 10qps
logs/v0

# the format's own example, and the shorter one that the lists use
vkey ${a}
origin none
qpd 86400
bastion https://bastion.example/
contact https://a.example/contact

vkey ${b}
origin go.sum database tree
contact sysadmin (at) b.example
vkey ${navigliMlDsaKey}
`;
  expect(originsOf(list)).toEqual([
    ['a.example/log', 1],
    ['go.sum database tree', 1],
    ['witness.navigli.sunlight.geomys.org', 1],
  ]);
});

it('leaves out keys of kinds that it cannot check, with a word on it, and no origin gets the key before', () => {
  const list = parseLogList(utf8(`logs/v0\nvkey ${a}\nvkey x.example+00000000+AgAA\norigin elsewhere\n`));
  expect(list).toMatchObject({ ok: true, logs: [{ origin: 'a.example/log' }] });
  expect(list.ok && list.warnings).toEqual(['line 3: a key of a kind that this witness cannot check: x.example+00000000+AgAA']);
});

it('refuses a list with a key that is none', () => {
  expect(originsOf('logs/v0\nvkey x\n')).toEqual(['line 2: not a vkey, or its id does not belong to its name and key: x']);
});
