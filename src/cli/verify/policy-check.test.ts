import { expect, it } from 'vitest';
import { newCosigner, type Signer } from '../../../test/custody/cosigner.ts';
import { newLogKey } from '../../../test/custody/evidence.ts';
import { SmallLog } from '../../../test/custody/small-log.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { utf8 } from '../../domain/kit/bytes/bytes.ts';
import { formatConsistency } from '../../domain/proof/tlog/consistency/consistency-text.ts';
import { cosign } from '../../domain/proof/tlog/cosignatures/cosignature.ts';
import { formatVerifierKey } from '../../domain/proof/tlog/cosignatures/verifier-key.ts';
import { formatVkey } from '../../domain/proof/tlog/note-key.ts';
import { parsePolicy } from '../../domain/proof/tlog/policy/parse-policy.ts';
import type { Policy } from '../../domain/proof/tlog/policy/policy.ts';
import { formatTlogProof } from '../../domain/proof/tlog/tlog-proof.ts';
import { checkPolicy } from '../../domain/proof/verify/policy-check.ts';
import { outsiderFacts } from '../../domain/proof/dossier/facts/outsiders.ts';
import { witnessFacts } from '../../domain/proof/dossier/facts/witnesses.ts';

const log = new SmallLog('notary.example/log');
const trusted = { origin: log.origin, keys: [log.key] };
const [court, bar, other] = ['court', 'bar', 'other'].map((name, at) =>
  newCosigner(`${name}.example/w`, at === 1 ? 'cosignature-ml-dsa-44' : undefined),
) as [Signer, Signer, Signer];
const witnesses = [
  `witness 法院 ${formatVerifierKey(court.key)}`,
  `witness 律协 ${formatVerifierKey(bar.key)}`,
  `witness 公证处 ${formatVerifierKey(other.key)}`,
];
const twoOfThree = [`log ${log.vkey}`, ...witnesses, 'group any2 2 法院 律协 公证处', 'quorum any2', ''].join('\n');
const time = Date.UTC(2026, 10, 23, 4) / 1000;

function cosigned(size: number, signers: readonly Signer[], of = log): Uint8Array {
  const note = of.checkpoint(size);
  const text = note.slice(0, note.indexOf('\n\n') + 1);
  return utf8(note + signers.map(({ key, sign }) => cosign(key, text, time, sign)).join(''));
}

function files(proof: Uint8Array, more: Readonly<Record<string, Uint8Array>> = {}): Map<string, Buffer> {
  const text = formatTlogProof({ index: 0, hashes: [], checkpoint: proof, extra: null });
  return new Map(Object.entries({ [names.proof]: text, ...more }).map(([name, bytes]) => [name, Buffer.from(bytes)]));
}

function policy(text: string): Policy {
  const parsed = parsePolicy(utf8(text));
  if (!parsed.ok) throw new Error('no policy');
  return parsed.value;
}

const linesOf = (small: Map<string, Buffer>, given?: Policy) => {
  const { lines, isOpen } = checkPolicy(small, trusted, given);
  return [...lines.map(({ outcome, subject, reason }) => `${outcome} ${subject ?? ''} ${reason ?? ''}`), ...(isOpen ? ['open'] : [])];
};

it('passes what enough witnesses signed, with their names and times', () => {
  expect(linesOf(files(cosigned(8, [court, bar])), policy(twoOfThree))).toEqual([
    'pass  达到指定的见证策略的要求（3 方中至少 2 方签名，现有 2 方）：法院、律协 于 2026-11-23 12:00:00 签名，公证处 没有签名',
  ]);
});

it('fails what too few signed by a policy that was given; leaves open whether it was enough for the office’s own', () => {
  const small = files(cosigned(8, [court]), { [names.policy]: utf8(twoOfThree) });
  expect(linesOf(small, policy(twoOfThree)).join()).toMatch(
    /^fail {2}没有达到指定的见证策略的要求（3 方中至少 2 方签名，现有 1 方）：法院 于 .* 签名，律协、公证处 没有签名$/,
  );
  expect(linesOf(small)).toEqual([
    expect.stringMatching(/^not-run policy\.txt 没有达到出具机构自己的见证策略的要求（.*现有 1 方）：/) as string,
    'open',
  ]);
});

it('takes the package’s own policy where none is given', () => {
  const small = files(cosigned(8, [bar, other]), { [names.policy]: utf8(twoOfThree) });
  expect(linesOf(small).join()).toMatch(/^pass policy\.txt 达到出具机构自己的见证策略的要求（.*现有 2 方）：/);
});

it('warns where nobody is asked for, and where there is no policy', () => {
  const own = files(cosigned(8, []), { [names.policy]: utf8(`log ${log.vkey}\nquorum none\n`) });
  expect(linesOf(own)).toEqual(['not-run policy.txt 出具机构自己的见证策略不要求见证方：日志对所有人是否相同，只有出具机构自己担保']);
  expect(linesOf(files(cosigned(8, [])))).toEqual(['not-run  证据包没有见证策略，也没有另外指定']);
});

it('takes the newest checkpoint of the package, which all others are joined to', () => {
  const consistency = (checkpoint: Uint8Array) => ({
    [names.consistency]: formatConsistency({ proofs: [{ size: 8, hashes: log.proof(8, 13) }], checkpoint }),
  });
  const [bare, newest] = [cosigned(8, []), cosigned(13, [court, bar])];
  const small = files(bare, { ...consistency(newest), [names.checkpoint]: bare });
  expect(linesOf(small, policy(twoOfThree)).join()).toMatch(/^pass {2}达到指定的见证策略的要求（.*）：共 13 条时的检查点，/);
  const fork = cosigned(13, [court, bar], log.forkedAt(3));
  expect(linesOf(files(bare, { ...consistency(fork), [names.checkpoint]: bare }), policy(twoOfThree)).join()).toMatch(/^fail/);
});

it('fails another log, a wrong signature and a policy that cannot be read', () => {
  const foreign = newLogKey('elsewhere.example/log');
  expect(linesOf(files(cosigned(8, [court, bar])), policy(`log ${formatVkey(foreign.key)}\nquorum none\n`))).toEqual([
    'fail  不符合指定的见证策略：见证策略没有列出这份日志',
  ]);
  const changed = Buffer.concat([cosigned(8, [court]), Buffer.from(cosigned(9, [bar])).subarray(cosigned(9, []).length)]);
  expect(linesOf(files(changed), policy(twoOfThree))).toEqual(['fail  不符合指定的见证策略：签名不成立']);
  const broken = files(cosigned(8, []), { [names.policy]: utf8('witness x\n') });
  expect(linesOf(broken)).toEqual(['fail policy.txt 第 1 行：词数不对，另有 1 处错误']);
});

it.each<[string, readonly [string, string, string]]>([
  ['all are asked under names of their own', ['https://w.court.cn', 'https://w.bar.cn', 'https://w.other.cn']],
  ['one is asked on the same machine', ['https://w.court.cn', 'http://127.0.0.1:9', 'https://w.other.cn']],
  ['one is asked in the office’s own domain', ['https://w.court.cn', 'https://w.notary.example', 'https://w.other.cn']],
])('leaves open who runs witnesses whose address the office’s own policy writes, where %s: %j', (_, urls) => {
  const text = witnesses.reduce((all, line, at) => all.replace(line, `${line} ${urls[at] ?? ''}`), twoOfThree);
  const facts = witnessFacts(files(cosigned(8, [court, bar])).get(names.proof), utf8(text), [log.origin]);
  expect(facts.isMet).toBe(true);
  expect(facts.operators).toHaveLength(2);
  expect(outsiderFacts(() => undefined, { record: null, witnesses: facts }).witnesses).toContain('没有出具机构以外的来源证实由谁运行');
});
