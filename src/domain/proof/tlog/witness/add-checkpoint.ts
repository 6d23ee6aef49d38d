import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { readBase64, readCount, readUtf8, toBase64, utf8 } from '../../../kit/bytes/bytes.ts';
import { hashBytes, type Hash } from '../merkle.ts';
import { fail, pass, type Result } from '../../../kit/bytes/result.ts';

/** A log's request to a witness for a cosignature. */
export interface AddCheckpoint {
  /** The size that the log believes the witness cosigned last; 0 if none. */
  readonly oldSize: number;
  /** Consistency proof from the old size to the checkpoint's. */
  readonly proof: readonly Hash[];
  /** The signed note, byte for byte; not parsed yet. */
  readonly checkpoint: Uint8Array;
}

export type AddCheckpointFault = 'too-large' | 'not-utf8' | 'bad-old-size' | 'bad-hash' | 'too-many-hashes' | 'no-checkpoint';

/** Formats the request body. @throws RangeError for a request that would not parse back. Source: C2SP tlog-witness, add-checkpoint. */
export function formatAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): Uint8Array {
  const bytes = utf8([`${oldStart}${oldSize}`, ...proof.map(toBase64), '', readUtf8(checkpoint) ?? ''].join('\n'));
  const back = parseAddCheckpoint(bytes);
  if (!back.ok) throw new RangeError(`not a request for a cosignature: ${back.fault}`);
  return bytes;
}

/** Parses a request body. It does not parse the checkpoint and verifies nothing. */
export function parseAddCheckpoint(bytes: Uint8Array): Result<AddCheckpoint, AddCheckpointFault> {
  if (bytes.length > maxAddCheckpointBytes) return fail('too-large');
  const text = readUtf8(bytes);
  if (text === null) return fail('not-utf8');
  const split = text.indexOf('\n\n');
  const [first = '', ...lines] = (split < 0 ? text : text.slice(0, split)).split('\n');
  const oldSize = first.startsWith(oldStart) ? readCount(first.slice(oldStart.length)) : null;
  if (oldSize === null) return fail('bad-old-size');
  if (lines.length > maxHashes) return fail('too-many-hashes');
  const proof = lines.map(readBase64).filter((hash) => hash !== null);
  if (proof.length !== lines.length || proof.some((hash) => hash.length !== hashBytes)) return fail('bad-hash');
  const checkpoint = split < 0 ? '' : text.slice(split + 2);
  return checkpoint === '' ? fail('no-checkpoint') : pass({ oldSize, proof, checkpoint: utf8(checkpoint) });
}

/** Body of a 409 response with type `tlogSizeType`: the size that the witness cosigned last. */
export function formatTlogSize(size: number): string {
  return `${size}\n`;
}

/** Parses the body of a 409 response; null for any other text. */
export function parseTlogSize(bytes: Uint8Array): number | null {
  const text = readUtf8(bytes);
  return text?.endsWith('\n') === true ? readCount(text.slice(0, -1)) : null;
}

/** Identifies a log in URLs: SHA-256 of its origin in lower-case hex. Source: C2SP tlog-witness, Monitor Retrieval Mechanism. */
export function originHash(origin: string): string {
  return bytesToHex(sha256(utf8(origin)));
}

export const tlogSizeType = 'text/x.tlog.size';
/** The size limit of a note, plus 63 hashes in base64 and the first line. */
export const maxAddCheckpointBytes = 262_144 + 4096;

const oldStart = 'old ';
const maxHashes = 63;
