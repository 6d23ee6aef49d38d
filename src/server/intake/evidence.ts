import { randomBytes } from 'node:crypto';
import type { EvidenceKind } from '../../domain/codes.ts';
import { formatTime } from '../../domain/time.ts';
import { appendEntry } from '../custody/append.ts';
import type { Database, Tx } from '../db/database.ts';
import { consume, PointsShortage, pointsOf } from '../points/ledger.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { entryOf, filesOf, type Described, type EvidenceFile } from './evidence-files.ts';
import { IntakeRefusal } from './refusal.ts';

export interface NewEvidence extends Omit<Described, 'number' | 'holder' | 'kind'> {
  readonly kind: EvidenceKind;
  /** In points. */
  readonly price: number;
  readonly ownerSecret: Uint8Array;
}

/** @throws IntakeRefusal 404, 403 when the user is not 已通过, 402 when his points are short. */
export async function assertMayKeep(db: Database | Tx, userId: string, price: number): Promise<void> {
  const [, points] = await Promise.all([approvedUser(db, userId), pointsOf(db, userId)]);
  if (points < price) throw pointsShort(price);
}

/**
 * Makes evidence of a file that is on stable storage: its points are taken, its manifest handed to the log and its rows written in the
 * caller's transaction. @throws IntakeRefusal as `assertMayKeep`.
 */
export async function keepEvidence(tx: Tx, evidence: NewEvidence, actor: Actor): Promise<{ baoquan: string; sha256: string; saveTime: string }> {
  const { userId, price, original } = evidence;
  const user = await approvedUser(tx, userId);
  // 128 random bits: nobody can guess one, so that the public verification page may take it.
  const number = randomBytes(16).toString('hex').toUpperCase();
  const savedAt = new Date();
  const described: Described = { ...evidence, number, holder: user.name };
  const files = filesOf(described);
  const logEntry = await appendEntry(tx, entryOf(described, files, savedAt, evidence.ownerSecret));
  await insertEvidence(tx, { evidence, number, type: user.type, savedAt, logEntry, files });
  await recordTrail(tx, actor, {
    action: '存证',
    object: `evidence/${number}`,
    after: { user: userId, kind: evidence.kind, sha256: original.sha256, sizeBytes: original.sizeBytes, points: price },
  });
  // Last, because it holds the user's balance until the commit, and others of his wait for it.
  await consume(tx, userId, price, 'evidence', number).catch((error: unknown) => {
    throw error instanceof PointsShortage ? pointsShort(price) : error;
  });
  return { baoquan: number, sha256: original.sha256, saveTime: formatTime(savedAt) };
}

interface Rows {
  readonly evidence: NewEvidence;
  readonly number: string;
  readonly type: 'personal' | 'enterprise';
  readonly savedAt: Date;
  readonly logEntry: string;
  readonly files: readonly EvidenceFile[];
}

async function insertEvidence(tx: Tx, { evidence, number, type, savedAt, logEntry, files }: Rows): Promise<void> {
  const { id } = await tx
    .insertInto('evidence')
    .values({
      number,
      user_id: evidence.userId,
      type,
      kind: evidence.kind,
      title: evidence.title,
      file_name: evidence.original.name,
      address: evidence.address,
      start_at: evidence.startAt,
      end_at: evidence.endAt,
      device: evidence.device && JSON.stringify(evidence.device),
      saved_at: savedAt,
      log_entry: logEntry,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = files.map(({ name, role, sha256, sm3, sizeBytes, mediaType, content }) => ({
    evidence_id: id, name, role, sha256, sm3, size_bytes: String(sizeBytes), media_type: mediaType, content: content && Buffer.from(content),
  }));
  await tx.insertInto('evidence_file').values(rows).execute();
}

async function approvedUser(db: Database | Tx, userId: string) {
  const user = await db.selectFrom('users').select(['name', 'type', 'status']).where('id', '=', userId).executeTakeFirst();
  if (!user) throw new IntakeRefusal(404, 'unknown', 'there is no such user');
  if (user.status !== 'approved') throw new IntakeRefusal(403, 'forbidden', 'the user is not verified');
  return user;
}

function pointsShort(price: number): IntakeRefusal {
  return new IntakeRefusal(402, 'points', `${price} points are needed`);
}
