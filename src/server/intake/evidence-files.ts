import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson } from '../../domain/custody/canonical-json.ts';
import { encodeManifest, ownerPseudonym, type ManifestFile } from '../../domain/custody/manifest.ts';
import type { Device } from '../db/tables.ts';

/** The file that was put in evidence, as the store holds it. */
export interface Original {
  readonly sha256: string;
  readonly sm3: string;
  readonly sizeBytes: number;
  /** As the client called it, and what the client said it is. */
  readonly name: string;
  readonly mediaType: string;
}
export interface Described {
  readonly number: string;
  readonly userId: string;
  readonly holder: string;
  readonly title: string;
  readonly kind: string;
  readonly address: string;
  readonly startAt: Date | null;
  readonly endAt: Date | null;
  readonly device: Device | null;
  readonly original: Original;
}
/** A file of the manifest; `content` where the office made it and no store holds it. */
export interface EvidenceFile extends ManifestFile {
  readonly content: Uint8Array | null;
}

/**
 * What belongs to an evidence: the original, and the details. The log is public for ever and holds nothing personal, so the details are in a
 * file of their own, with 32 random bytes, without which nobody can try names against its hash (decision 0006).
 */
export function filesOf({ number, holder, title, kind, address, startAt, endAt, device, original }: Described): readonly EvidenceFile[] {
  const details = canonicalJson({
    type: 'evidence-details',
    version: 1,
    number,
    salt: randomBytes(32).toString('hex'),
    holder,
    title,
    kind,
    fileName: original.name.replace(/\p{Surrogate}/gu, '\ufffd'),
    address,
    startAt: startAt?.toISOString() ?? null,
    endAt: endAt?.toISOString() ?? null,
    device: device && { ...device },
  });
  const mediaType = plainMediaType(original.mediaType);
  const { sha256, sm3, sizeBytes } = original;
  return [
    { name: 'details.json', role: 'details', sha256: digest('sha256', details), sm3: digest('sm3', details), sizeBytes: details.length, mediaType: 'application/json', content: details },
    { name: `original-1${suffixOf(original.name)}`, role: 'original', sha256, sm3, sizeBytes, mediaType, content: null },
  ];
}

/** The bytes that go into the log. */
export function entryOf({ number, userId, startAt, endAt }: Described, files: readonly EvidenceFile[], receivedAt: Date, ownerSecret: Uint8Array): Uint8Array {
  return encodeManifest({
    type: 'evidence',
    version: 1,
    number,
    owner: ownerPseudonym(ownerSecret, number, userId),
    kind: 'file',
    files,
    times: { receivedAt: receivedAt.toISOString(), startAt: startAt?.toISOString() ?? null, endAt: endAt?.toISOString() ?? null },
  });
}

/** In lower case, without parameters; what is none is some bytes. */
function plainMediaType(given: string): string {
  const type = (given.split(';', 1)[0] ?? '').trim().toLowerCase();
  return /^(?=.{3,127}$)[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(type) ? type : 'application/octet-stream';
}

/** The ending that programs open the file by; whatever else the name says stays out of the log. */
function suffixOf(name: string): string {
  return (/\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '').toLowerCase();
}

function digest(algorithm: 'sha256' | 'sm3', bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
