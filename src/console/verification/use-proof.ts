import { useEffect, useState } from 'react';
import type { PublishedKeys } from '../../contract/open/published-keys.ts';
import type { Verification } from '../../contract/open/verification.ts';

/** What this browser found by itself. */
export interface ProofFinding {
  /** Whether the log's proof holds under the office's key. */
  readonly holds: boolean;
  /** Who beside the office saw the log, by a policy; null where that asks for nobody. */
  readonly witnesses: { readonly holds: boolean; readonly text: string } | null;
}

/**
 * The log's proof of an answer, checked here; null while that is not known, and where there is no proof to check.
 * @param policy of whoever checks; null for the one that the office publishes.
 */
export function useProof(
  { proof, anchor_kind: kind, blockchain_hash: leafHash }: Verification,
  keys: PublishedKeys | null,
  policy: File | null,
): ProofFinding | null {
  const [checked, setChecked] = useState<{ readonly of: string; readonly policy: File | null; readonly finding: ProofFinding } | null>(
    null,
  );
  const vkey = keys?.log.vkey;
  const of = `${proof} ${leafHash} ${vkey}`;
  useEffect(() => {
    // Of a transaction the answer tells the hash, and not the leaf.
    if (proof === null || kind !== 'log' || leafHash === null || vkey === undefined) return undefined;
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
    check().catch(() => undefined); // Without the proof the answer stands as the server gave it, and the page does not say more.
    return () => leaving.abort();
  }, [proof, kind, leafHash, vkey, of, policy]);
  return checked?.of === of && checked.policy === policy ? checked.finding : null;
}

/** Null where the office publishes none, or it cannot be had: the proof is checked without it. */
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
