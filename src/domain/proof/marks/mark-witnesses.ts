import { utf8 } from '../../kit/bytes/bytes.ts';
import { judgePolicy } from '../tlog/policy/judge-policy.ts';
import { parsePolicy } from '../tlog/policy/parse-policy.ts';
import { quorumTimes } from '../tlog/policy/quorum-times.ts';
import type { Mark } from './mark.ts';

/**
 * The time before which the mark could not be known, according to the witnesses that cosigned its checkpoint, as `Date.toISOString`; null
 * if too few witnesses signed for the policy. @param policy names the witnesses that count (C2SP tlog-policy).
 */
export function markWitnessedAt({ checkpoint, cosignatures }: Mark, policy: Uint8Array | undefined): string | null {
  const parsed = cosignatures.length > 0 && policy ? parsePolicy(policy) : null;
  if (!parsed?.ok) return null;
  const note = utf8(`${checkpoint}${cosignatures.map((line) => `${line}\n`).join('')}`);
  const { fault, witnesses } = judgePolicy(parsed.value, note);
  const times = fault === null ? quorumTimes(parsed.value, witnesses) : null;
  const at = times && new Date(times.notBefore * 1000);
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}
