import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { maxEntryBytes } from '../../../domain/tlog/entry-bundle.ts';
import type { UserType } from '../../../domain/codes/users.ts';
import type { Tx } from '../../db/database.ts';
import type { Act, Actor } from '../../trail/trail.ts';
import { entryOf, filesOf, type Described } from './evidence-files.ts';

export interface NewEvidence extends Described {
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
  return { number: evidence.number, savedAt };
}

/**
 * What the function `keep_evidence` of the database is given: the columns of rows by their names, the log's entry, the
 * details' bytes.
 */
export interface MadeEvidence {
  readonly given: Readonly<Record<string, unknown>>;
  readonly entry: Buffer;
  readonly details: Buffer;
}

/** @throws RangeError over a manifest that does not fit the log. */
export function makeEvidence(evidence: NewEvidence, actor: Actor, noted: Record<string, unknown>, savedAt: Date): MadeEvidence {
  const files = filesOf(evidence);
  const entry = Buffer.from(entryOf(evidence, files, savedAt, evidence.ownerSecret));
  if (entry.length > maxEntryBytes) throw new RangeError(`a manifest of ${entry.length} bytes does not fit the log`);
  const { action, object, after } = actOf(evidence, noted);
  return {
    entry,
    details: Buffer.from(files.find(({ role }) => role === 'details')?.content ?? []),
    given: {
      number: evidence.number,
      user_id: evidence.owner.id,
      type: evidence.owner.type,
      kind: evidence.kind,
      title: evidence.title,
      file_name: evidence.fileName,
      address: evidence.address,
      start_at: evidence.startAt,
      end_at: evidence.endAt,
      device: evidence.device,
      files: files.map(({ name, role, sha256, sm3, sizeBytes, mediaType }) => ({
        name,
        role,
        sha256,
        sm3,
        size_bytes: sizeBytes,
        media_type: mediaType,
      })),
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      ip: actor.ip,
      action,
      object,
      after,
    },
  };
}

function actOf({ owner, number, kind, files }: NewEvidence, noted: Record<string, unknown>): Act {
  const [main] = files;
  return {
    action: '存证',
    object: `evidence/${number}`,
    after: { user: owner.id, kind, sha256: main.sha256, sizeBytes: main.sizeBytes, ...noted },
  };
}
