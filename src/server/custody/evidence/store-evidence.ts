import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../desk/trail/trail.ts';
import { bindMark } from '../marks/mark-store.ts';
import { makeEvidence, type NewEvidence } from './make-evidence.ts';

/** 32 upper-case hex digits, 128 random bits: unguessable, so the public verification page may accept it. */
export function newEvidenceNumber(): string {
  return randomBytes(16).toString('hex').toUpperCase();
}

/**
 * Stores evidence whose files are on stable storage: queues its manifest for the log and writes its rows and trail row, in the caller's
 * transaction. Charging for it is the caller's task. @param noted additional fields of the trail row.
 */
export async function storeEvidence(
  tx: Tx,
  evidence: NewEvidence,
  actor: Actor,
  noted: Record<string, unknown> = {},
): Promise<{ number: string; savedAt: Date }> {
  const savedAt = new Date();
  const { given, entry, details } = makeEvidence(evidence, actor, noted, savedAt);
  await sql`
    select keep_evidence(
      given_evidence(${JSON.stringify([{ ...given, place: 1 }])}), ${[entry]}::bytea[], ${[details]}::bytea[], '{1}', ${savedAt}
    )`.execute(tx);
  if (evidence.mark !== undefined) await bindMark(tx, evidence.mark, evidence.number, evidence.markPlace ?? null);
  return { number: evidence.number, savedAt };
}
