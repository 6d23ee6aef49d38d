import type { Database } from '../../db/database.ts';
import { anchorOf, type EntryAnchor } from '../log/append.ts';
import { anchoredProofOf, type LogProof } from '../log/proof.ts';
import { anchorFilesOf } from './anchor-file.ts';

/** How an evidence that counts as anchored stands in the log. */
export interface Standing {
  readonly place: EntryAnchor;
  readonly proof: LogProof;
  /** The chain's transaction over it; null where there is none. */
  readonly anchor: { readonly json: Uint8Array; readonly proof: string } | null;
}

/**
 * All of it as of one moment: what a package holds and what the certificate in it says come from the same, whatever arrives while they are
 * made.
 * Null for an evidence that does not count as anchored yet, as every screen says 待锚定 of it.
 */
export async function standingOf(db: Database, logEntry: string | null, needsTimestamp: boolean): Promise<Standing | null> {
  if (logEntry === null) return null;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const place = await anchorOf(tx, logEntry, needsTimestamp);
      const proof = place && (await anchoredProofOf(tx, logEntry, needsTimestamp));
      return place && proof && { place, proof, anchor: await anchorFilesOf(tx, proof.leafIndex) };
    });
}
