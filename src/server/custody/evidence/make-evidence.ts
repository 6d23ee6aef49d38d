import { createHash, randomBytes } from 'node:crypto';
import type { AnyEvidenceKind } from '../../../domain/business/codes/evidence.ts';
import type { UserType } from '../../../domain/business/codes/users.ts';
import { canonicalJson } from '../../../domain/proof/evidence/canonical-json.ts';
import { encodeManifest, ownerPseudonym, type EvidenceKind as ManifestKind } from '../../../domain/proof/evidence/manifest.ts';
import { bindingOf, type MarkPlace } from '../../../domain/proof/marks/mark-place.ts';
import { maxEntryBytes } from '../../../domain/proof/tlog/entry-bundle.ts';
import type { Act, Actor } from '../../desk/trail/trail.ts';
import type { Described, EvidenceFile } from './evidence-files.ts';
import { knownMediaType } from './known-types.ts';

export interface NewEvidence extends Described {
  readonly owner: { readonly id: string; readonly name: string; readonly type: UserType };
  /** Secret for the owner's pseudonym in the log. */
  readonly ownerSecret: Uint8Array;
  /** Where the evidence shows its mark; null where it does not, absent without one. */
  readonly markPlace?: MarkPlace | null;
}

/** Arguments of the database function `keep_evidence`: column values by name, the log entry, and the bytes of the details. */
export interface MadeEvidence {
  readonly given: Readonly<Record<string, unknown>>;
  readonly entry: Buffer;
  readonly details: Buffer;
}

/** Prepares the rows and the log entry of an evidence. @throws RangeError if the manifest is too long for the log. */
export function makeEvidence(evidence: NewEvidence, actor: Actor, noted: Record<string, unknown>, savedAt: Date): MadeEvidence {
  const { action, object, after } = actOf(evidence, noted);
  const files = filesOf(evidence);
  const entry = Buffer.from(entryOf(evidence, files, savedAt, evidence.ownerSecret));
  if (entry.length > maxEntryBytes) throw new RangeError(`a manifest of ${entry.length} bytes does not fit the log`);
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
      ...(evidence.mark === undefined ? {} : { mark: evidence.mark, mark_binding: bindingOf(evidence.markPlace ?? null) }),
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

function actOf({ owner, number, kind, files, mark }: NewEvidence, noted: Record<string, unknown>): Act {
  const [main] = files;
  return {
    action: '存证',
    object: `evidence/${number}`,
    after: { user: owner.id, kind, sha256: main.sha256, sizeBytes: main.sizeBytes, ...(mark === undefined ? {} : { mark }), ...noted },
  };
}

/**
 * The files of an evidence, including its details. The log is public for ever and contains nothing personal, so the details are in a file
 * of their own with 32 random bytes, without which nobody can test names against its hash (decision 0006).
 * @param more fields added to the details: the salt and others.
 */
export function filesOf(
  { number, owner, title, kind, fileName, address, startAt, endAt, device, mark, files }: Described,
  more: Readonly<Record<string, string>> = { salt: randomBytes(32).toString('hex') },
): readonly EvidenceFile[] {
  const details = canonicalJson({
    type: 'evidence-details',
    version: 1,
    number,
    holder: owner.name,
    title,
    kind,
    fileName: fileName.replace(/\p{Surrogate}/gu, '\ufffd'),
    address,
    startAt: startAt?.toISOString() ?? null,
    endAt: endAt?.toISOString() ?? null,
    device: device && { ...device },
    ...(mark === undefined ? {} : { mark }),
    ...more,
  });
  return [
    {
      name: 'details.json',
      role: 'details',
      sha256: digest('sha256', details),
      sm3: digest('sm3', details),
      sizeBytes: details.length,
      mediaType: 'application/json',
      content: details,
    },
    ...files.map(({ name, role, sha256, sm3, sizeBytes, mediaType }) => ({
      name,
      role,
      sha256,
      sm3,
      sizeBytes,
      mediaType: knownMediaType(mediaType),
      content: null,
    })),
  ];
}

/** The manifest as the bytes of a log entry. */
export function entryOf(
  { number, owner, kind, startAt, endAt }: Described,
  files: readonly EvidenceFile[],
  receivedAt: Date,
  ownerSecret: Uint8Array,
): Uint8Array {
  return encodeManifest({
    type: 'evidence',
    version: 1,
    number,
    owner: ownerPseudonym(ownerSecret, number, owner.id),
    kind: manifestKind[kind],
    files,
    times: { receivedAt: receivedAt.toISOString(), startAt: startAt?.toISOString() ?? null, endAt: endAt?.toISOString() ?? null },
  });
}

const manifestKind: Record<AnyEvidenceKind, ManifestKind> = {
  file: 'file',
  photo: 'file',
  audio: 'file',
  video: 'file',
  screen: 'file',
  web: 'web',
  process: 'process',
  move: 'mobile',
};

function digest(algorithm: 'sha256' | 'sm3', bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
