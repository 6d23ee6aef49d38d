import { randomBytes } from 'node:crypto';
import type { UserType } from '../../domain/codes.ts';
import type { Tx } from '../db/database.ts';
import { recordActs, type Act, type Actor } from '../trail/trail.ts';
import { appendEntries } from './append.ts';
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
  return { number: evidence.number, savedAt: await keepAll(tx, [{ evidence, actor, noted }]) };
}

export interface Keeping {
  readonly evidence: NewEvidence;
  readonly actor: Actor;
  readonly noted: Record<string, unknown>;
}

/** As `keepEvidence`, for many with as few statements as for one. @returns the moment that all of them were saved. */
export async function keepAll(tx: Tx, keepings: readonly Keeping[]): Promise<Date> {
  const savedAt = new Date();
  const made = keepings.map(({ evidence }) => {
    const described: Described = { ...evidence, userId: evidence.owner.id, holder: evidence.owner.name };
    const files = filesOf(described);
    return { evidence, files, entry: entryOf(described, files, savedAt, evidence.ownerSecret) };
  });
  const logEntries = await appendEntries(tx, made.map(({ entry }) => entry));
  await insertEvidence(tx, made.map(({ evidence, files }, at) => ({ evidence, files, logEntry: logEntries[at] ?? null })), savedAt);
  await recordActs(tx, keepings.map(({ evidence, actor, noted }) => ({ actor, act: actOf(evidence, noted) })));
  return savedAt;
}

interface Rows {
  readonly evidence: NewEvidence;
  readonly files: readonly EvidenceFile[];
  readonly logEntry: string | null;
}

async function insertEvidence(tx: Tx, made: readonly Rows[], savedAt: Date): Promise<void> {
  const inserted = await tx
    .insertInto('evidence')
    .values(
      made.map(({ evidence, logEntry }) => ({
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
      })),
    )
    .returning(['id', 'number'])
    .execute();
  const ids = new Map(inserted.map(({ id, number }) => [number, id]));
  const files = made.flatMap(({ evidence, files: of }) =>
    of.map(({ name, role, sha256, sm3, sizeBytes, mediaType, content }) => ({
      evidence_id: ids.get(evidence.number) ?? '', name, role, sha256, sm3, size_bytes: String(sizeBytes), media_type: mediaType, content: content && Buffer.from(content),
    })),
  );
  await tx.insertInto('evidence_file').values(files).execute();
}

function actOf({ owner, number, kind, files }: NewEvidence, noted: Record<string, unknown>): Act {
  const [main] = files;
  return { action: '存证', object: `evidence/${number}`, after: { user: owner.id, kind, sha256: main.sha256, sizeBytes: main.sizeBytes, ...noted } };
}
