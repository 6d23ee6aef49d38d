import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson, parseCanonicalJson } from '../evidence/canonical-json.ts';
import type { CanonicalFault, CanonicalValue } from '../evidence/canonical-json.ts';
import { isText, isTime, members } from '../evidence/canonical-shapes.ts';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { parseCheckpoint } from '../tlog/checkpoint.ts';
import type { Checkpoint, SignedCheckpointFault } from '../tlog/checkpoint.ts';
import { fail, pass } from '../../kit/bytes/result.ts';
import type { Result } from '../../kit/bytes/result.ts';
import type { Note } from '../tlog/signed-note.ts';

/**
 * A not-before mark: facts that could not be known earlier, in one file (`mark.json`), whose hash is the mark's hash. Anything that shows
 * this hash was made after the token, the cosignatures and the block that the mark names (decision 0042).
 */
export interface Mark {
  readonly type: 'mark';
  readonly version: 1;
  /** 32 lower-case hex digits. Makes every hash and code unique; it proves nothing. */
  readonly salt: string;
  /** By the office's own clock, so it proves nothing; form of `Date.toISOString`. */
  readonly madeAt: string;
  /** The newest checkpoint with a third-party timestamp, or the newest of all if there is none: the signed note, byte for byte. */
  readonly checkpoint: string;
  /** Signature lines of witnesses for that checkpoint, as in their notes; empty if no witness is configured. */
  readonly cosignatures: readonly string[];
  /** SHA-256 of `mark.tsr`, the complete response for the SHA-256 of the checkpoint's bytes; null if there is no token. */
  readonly timestampSha256: string | null;
  /** The newest block of the configured chain; null without a chain, or if its node did not respond. */
  readonly block: MarkBlock | null;
}

export interface MarkBlock {
  readonly chainId: string;
  readonly number: string;
  /** `0x` and 64 lower-case hex digits. */
  readonly hash: string;
  /** Time stated in the block, as `Date.toISOString`. */
  readonly time: string;
}

/**
 * Who put a mark where the evidence shows it. `capture`: the office itself, into the capture log and the margin of the picture; `file`:
 * whoever handed in the original, into its bytes, which dates these bytes and not what they show; `unbound` (未绑定): it stands nowhere
 * that a machine can read.
 */
export const markBindings = ['capture', 'file', 'unbound'] as const;
export type MarkBinding = (typeof markBindings)[number];

export type MarkFault = CanonicalFault | 'too-large' | 'not-mark' | 'unknown-version' | 'wrong-fields' | 'bad-checkpoint';

/** Encodes `mark.json`. @throws RangeError for a mark that would not parse back. */
export function encodeMark({ type, version, salt, madeAt, checkpoint, cosignatures, timestampSha256, block }: Mark): Uint8Array {
  const bytes = canonicalJson({
    type,
    version,
    salt,
    madeAt,
    checkpoint,
    cosignatures,
    timestampSha256,
    block: block && { chainId: block.chainId, number: block.number, hash: block.hash, time: block.time },
  });
  const back = parseMark(bytes);
  if (!back.ok) throw new RangeError(`not a mark: ${back.fault}`);
  return bytes;
}

/** Parses a mark; the bytes must be exactly its canonical form. Its validity is checked by `checkMark` of the verifier. */
export function parseMark(bytes: Uint8Array): Result<Mark, MarkFault> {
  if (bytes.length > maxMarkBytes) return fail('too-large');
  const json = parseCanonicalJson(bytes);
  if (!json.ok) return json;
  const { type, version, salt, madeAt, checkpoint, cosignatures, timestampSha256, block, ...others } = members(json.value);
  if (type !== 'mark') return fail('not-mark');
  if (version !== 1) return fail('unknown-version');
  if (Object.keys(others).length > 0 || !isText(salt, /^[0-9a-f]{32}$/) || !isTime(madeAt) || !isLines(cosignatures))
    return fail('wrong-fields');
  if (timestampSha256 !== null && !isText(timestampSha256, /^[0-9a-f]{64}$/)) return fail('wrong-fields');
  const knownBlock = block === null ? null : parseBlock(block);
  if (knownBlock === undefined) return fail('wrong-fields');
  if (typeof checkpoint !== 'string' || !checkpointOf({ checkpoint }).ok) return fail('bad-checkpoint');
  return pass({ type, version, salt, madeAt, checkpoint, cosignatures, timestampSha256, block: knownBlock });
}

/** Parses the checkpoint in a mark without verifying it. */
export function checkpointOf({
  checkpoint,
}: Pick<Mark, 'checkpoint'>): Result<{ readonly checkpoint: Checkpoint; readonly note: Note }, SignedCheckpointFault> {
  return parseCheckpoint(utf8(checkpoint));
}

/** The mark's hash: 64 lower-case hex digits. */
export function markHash(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

/** The shape of a mark's hash, in either case. */
export const markHashShape = /^[0-9a-fA-F]{64}$/;

function parseBlock(value: CanonicalValue | undefined): MarkBlock | undefined {
  const { chainId, number, hash, time, ...others } = members(value);
  if (Object.keys(others).length > 0 || !isText(chainId, /^\d{1,20}$/) || !isText(number, /^\d{1,20}$/)) return undefined;
  return isText(hash, /^0x[0-9a-f]{64}$/) && isTime(time) ? { chainId, number, hash, time } : undefined;
}

/** Signature lines: an em dash, a name and base64. Source: C2SP signed-note. */
function isLines(value: CanonicalValue | undefined): value is readonly string[] {
  return (
    Array.isArray(value) && value.length <= maxCosignatures && value.every((line) => isText(line, /^— \S{1,255} [A-Za-z0-9+/]+={0,2}$/))
  );
}

const maxMarkBytes = 262_144;
const maxCosignatures = 100;
