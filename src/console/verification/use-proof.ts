import { useEffect, useState } from 'react';
import type { PublishedKeys } from '../../contract/open/published-keys.ts';
import type { Verification } from '../../contract/open/verification.ts';

/**
 * Whether the log's proof of an answer holds under the office's key, checked here; null while that is not known, and where there is no
 * proof to check.
 */
export function useProof(
  { proof, anchor_kind: kind, blockchain_hash: leafHash }: Verification,
  keys: PublishedKeys | null,
): boolean | null {
  const [checked, setChecked] = useState<{ readonly of: string; readonly holds: boolean } | null>(null);
  const vkey = keys?.log.vkey;
  const of = `${proof} ${leafHash} ${vkey}`;
  useEffect(() => {
    // Of a transaction the answer tells the hash, and not the leaf.
    if (proof === null || kind !== 'log' || leafHash === null || vkey === undefined) return undefined;
    const leaving = new AbortController();
    const check = async () => {
      const reply = await fetch(proof, { credentials: 'omit', signal: leaving.signal });
      if (reply.status !== 200) return;
      const { proofHolds } = await import('./check-proof.ts');
      const result = proofHolds(new Uint8Array(await reply.arrayBuffer()), leafHash, vkey);
      if (!leaving.signal.aborted) setChecked({ of, holds: result });
    };
    check().catch(() => undefined); // Without the proof the answer stands as the server gave it, and the page does not say more.
    return () => leaving.abort();
  }, [proof, kind, leafHash, vkey, of]);
  return checked?.of === of ? checked.holds : null;
}
