import { useEffect, useState } from 'react';
import type { PublishedKeys } from '../../../contract/open/published-keys.ts';
import type { Verification } from '../../../contract/open/verification.ts';

/** Findings of this browser's own checks. */
export interface ProofFinding {
  /** Whether the log's proof holds under the office's key. */
  readonly holds: boolean;
  /** The witnesses' verdict by the policy; null if the policy requires none. */
  readonly witnesses: { readonly holds: boolean; readonly text: string } | null;
}

/**
 * Checks the log's proof of an answer; null while unknown, and if there is no proof to check.
 * @param policy the reader's own policy; null for the office's published one.
 */
export function useProof(
  { proof, log_leaf_hash: leafHash }: Verification,
  keys: PublishedKeys | null,
  policy: File | null,
): ProofFinding | null {
  const [checked, setChecked] = useState<{ readonly of: string; readonly policy: File | null; readonly finding: ProofFinding } | null>(
    null,
  );
  const vkey = keys?.log.vkey;
  const of = `${proof} ${leafHash} ${vkey}`;
  useEffect(() => {
    if (proof === null || leafHash === null || vkey === undefined) return undefined;
    const leaving = new AbortController();
    const check = async () => {
      const [bytes, rules] = await Promise.all([
        bytesAt(proof, leaving.signal),
        policy ? bytesOf(policy) : publishedPolicy(leaving.signal),
      ]);
      if (bytes === null) return;
      const { proofHolds, witnessFinding } = await import('./check-proof.ts');
      const finding = { holds: proofHolds(bytes, leafHash, vkey), witnesses: rules && witnessFinding(bytes, rules) };
      if (!leaving.signal.aborted) setChecked({ of, policy, finding });
    };
    check().catch(() => undefined); // Without the proof, the page shows the server's answer and claims no more.
    return () => leaving.abort();
  }, [proof, leafHash, vkey, of, policy]);
  return checked?.of === of && checked.policy === policy ? checked.finding : null;
}

/** Null if the office publishes none or it is unavailable; the proof is checked without it then. */
async function publishedPolicy(signal: AbortSignal): Promise<Uint8Array | null> {
  return bytesAt('/log/policy', signal).catch(() => null);
}

async function bytesAt(address: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const reply = await fetch(address, { credentials: 'omit', signal });
  return reply.status === 200 ? new Uint8Array(await reply.arrayBuffer()) : null;
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
