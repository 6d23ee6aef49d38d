import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Actor } from '../../trail/trail.ts';
import { bindMark } from '../marks/mark-store.ts';
import { makeEvidence, type NewEvidence } from './make-evidence.ts';

/** 32 upper-case hex digits, 128 random bits: nobody can guess one, so that the public verification page may take it. */
export function newEvidenceNumber(): string {
  return randomBytes(16).toString('hex').toUpperCase();
}

/**
 * Makes evidence of files that are on stable storage: its manifest is handed to the log, its rows and its trail row are written, in the
 * caller's transaction. What it costs is the caller's business. @param noted what else the trail should say.
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
  if (evidence.mark !== undefined) await bindMark(tx, evidence.mark, evidence.number, evidence.markBinding ?? 'unbound');
  return { number: evidence.number, savedAt };
}
