import { judgePolicy, type PolicyVerdictFault } from '../../tlog/policy/judge-policy.ts';
import { parsePolicy } from '../../tlog/policy/parse-policy.ts';
import { quorumTimes } from '../../tlog/policy/quorum-times.ts';
import { parseNote } from '../../tlog/signed-note.ts';
import { parseTlogProof } from '../../tlog/tlog-proof.ts';
import type { Checked } from './log.ts';
import { operatorText } from './witness-operators.ts';

/** Who besides the log signed the checkpoint of the evidence's proof, judged by the office's published policy. */
export interface WitnessFacts {
  /** Whether all cosignatures of listed witnesses are valid; `absent` if the package has no policy, or one without witnesses. */
  readonly checked: Checked;
  /** Number of witnesses in the policy. Keys with the same name count as one witness. */
  readonly listed: number;
  /** The listed witnesses that cosigned, by key name, with their latest time: RFC 3339, null if the witness states no time. */
  readonly cosigned: readonly { readonly name: string; readonly at: string | null }[];
  /** Whether they meet the policy. */
  readonly isMet: boolean;
  /** When enough of them had signed, by their own times; null if there are not enough, or they state no time. */
  readonly metAt: string | null;
  /** Size of the checkpoint; null if it cannot be read. */
  readonly size: number | null;
  /** What the package says of who runs those that cosigned, each as a clause. */
  readonly operators: readonly string[];
  /** Names of all signers besides the log; unverified. */
  readonly others: readonly string[];
}

/** @param policy the package's policy; undefined if absent or changed. @param office names of the office, the log's first. */
export function witnessFacts(
  proof: Uint8Array | undefined,
  policy: Uint8Array | undefined,
  office: readonly [origin: string, ...string[]],
): WitnessFacts {
  const [origin] = office;
  const read = parseTlogProof(proof ?? new Uint8Array(0));
  const checkpoint = read.ok ? read.value.checkpoint : new Uint8Array(0);
  const parsed = policy && parsePolicy(policy);
  const none = {
    listed: 0,
    cosigned: [],
    isMet: false,
    metAt: null,
    size: null,
    operators: [],
    others: othersOf(checkpoint, origin),
  };
  if (!parsed) return { ...none, checked: { state: 'absent' } };
  if (!parsed.ok) return { ...none, checked: { state: 'lacking', why: '见证策略的格式错误' } };
  const keyNames = parsed.value.witnesses.map(({ key }) => key.name);
  const listed = new Set(keyNames).size;
  if (listed === 0 || !read.ok) return { ...none, listed, checked: { state: 'absent' } };
  const { fault, witnesses, checkpoint: judged } = judgePolicy(parsed.value, checkpoint);
  const isHeld = fault === null || fault === 'too-few-witnesses';
  return {
    ...none,
    listed,
    checked: isHeld ? { state: 'held' } : { state: fault === 'wrong-signature' ? 'broken' : 'lacking', why: reasonOf(fault) },
    cosigned: [...new Set(keyNames)].flatMap((name) => {
      const times = witnesses.flatMap(({ hasCosigned, time }, at) => (hasCosigned && keyNames[at] === name ? [time ?? 0] : []));
      return times.length > 0 ? [{ name, at: timeOf(Math.max(...times)) }] : [];
    }),
    isMet: fault === null,
    metAt: timeOf((fault === null ? quorumTimes(parsed.value, witnesses) : null)?.notAfter ?? null),
    size: judged?.size ?? null,
    operators: [
      ...new Set(
        parsed.value.witnesses.flatMap((witness, at) =>
          witnesses[at]?.hasCosigned === true ? [`“${witness.key.name}”${operatorText(witness, parsed.value, office)}`] : [],
        ),
      ),
    ],
  };
}

function reasonOf(fault: PolicyVerdictFault): string {
  if (fault === 'unknown-log') return '见证策略没有列出本日志';
  if (fault === 'wrong-signature') return '其中有签名不是该见证方的公钥所签';
  if (fault === 'no-known-key') return '检查点没有策略所列日志的签名';
  return '检查点无法读取';
}

/** A time beyond the range of `Date` counts as no time. */
function timeOf(seconds: number | null): string | null {
  const instant = new Date((seconds ?? 0) * 1000);
  return seconds === null || seconds === 0 || Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

function othersOf(checkpoint: Uint8Array, origin: string): readonly string[] {
  const note = parseNote(checkpoint);
  const others = note.ok ? note.value.signatures.filter(({ name }) => name !== origin) : [];
  return [...new Set(others.map(({ name }) => name))].slice(0, 20);
}
