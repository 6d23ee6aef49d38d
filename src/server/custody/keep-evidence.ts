import { randomBytes } from 'node:crypto';
import type { UserType } from '../../domain/codes.ts';
import type { Tx } from '../db/database.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { appendEntry } from './append.ts';
import { entryOf, filesOf, type Described, type EvidenceFile } from './evidence-files.ts';

export interface NewEvidence extends Omit<Described, 'userId' | 'holder'> {
  readonly owner: { readonly id: string; readonly name: string; readonly type: UserType };
  /** Makes the owner's pseudonym in the log. */
  readonly ownerSecret: Uint8Array;
}

/** 32 upper-case hex digits, 128 random bits: nobody can guess one, so that the public verification page may take it. */
export function newEvidenceNumber(): string {
  return randomBytes(16).toString('hex').toUpperCase();
}

/**
 * Makes evidence of files that are on stable storage: its manifest is handed to the log, its rows and its trail row are written, in the
 * caller's transaction. What it costs is the caller's business. @param noted what else the trail should say.
 */
export async function keepEvidence(tx: Tx, evidence: NewEvidence, actor: Actor, noted: Record<string, unknown> = {}): Promise<{ number: string; savedAt: Date }> {
  const { owner, number } = evidence;
  const savedAt = new Date();
  const described: Described = { ...evidence, userId: owner.id, holder: owner.name };
  const files = filesOf(described);
  const logEntry = await appendEntry(tx, entryOf(described, files, savedAt, evidence.ownerSecret));
  await insertEvidence(tx, evidence, { savedAt, logEntry, files });
  const [main] = evidence.files;
  await recordTrail(tx, actor, {
    action: '存证',
    object: `evidence/${number}`,
    after: { user: owner.id, kind: evidence.kind, sha256: main.sha256, sizeBytes: main.sizeBytes, ...noted },
  });
  return { number, savedAt };
}

interface Rows {
  readonly savedAt: Date;
  readonly logEntry: string;
  readonly files: readonly EvidenceFile[];
}

async function insertEvidence(tx: Tx, evidence: NewEvidence, { savedAt, logEntry, files }: Rows): Promise<void> {
  const { id } = await tx
    .insertInto('evidence')
    .values({
      number: evidence.number,
      user_id: evidence.owner.id,
      type: evidence.owner.type,
      kind: evidence.kind,
      title: evidence.title,
      file_name: evidence.fileName,
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
