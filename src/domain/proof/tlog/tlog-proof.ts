import { readBase64, readCount, readUtf8, toBase64, utf8 } from '../../kit/bytes/bytes.ts';
import { hashBytes } from './merkle.ts';
import type { Hash } from './merkle.ts';
import { fail, pass } from '../../kit/bytes/result.ts';
import type { Result } from '../../kit/bytes/result.ts';

/** Proves offline, given the entry and the log's key, that the entry is in the log. */
export interface TlogProof {
  /** Zero-based index of the entry. */
  readonly index: number;
  /** From the leaf's sibling up to the root's child. */
  readonly hashes: readonly Hash[];
  /** The signed checkpoint, byte for byte. */
  readonly checkpoint: Uint8Array;
  /** Unsigned extra data; null if absent. Our proofs have none. */
  readonly extra: Uint8Array | null;
}

export type TlogProofFault = 'too-large' | 'not-utf8' | 'bad-header' | 'bad-extra' | 'bad-index' | 'bad-hash' | 'no-checkpoint';

/**
 * Formats a proof as the text of a `.tlog-proof` file. @throws RangeError for a proof that would not parse back. Source: C2SP tlog-proof,
 * Format.
 */
export function formatTlogProof({ index, hashes, checkpoint, extra }: TlogProof): Uint8Array {
  const note = readUtf8(checkpoint);
  const lines = [
    header,
    ...(extra ? [extraStart + toBase64(extra)] : []),
    indexStart + String(index),
    ...hashes.map(toBase64),
    '',
    note ?? '',
  ];
  const bytes = utf8(lines.join('\n'));
  const back = parseTlogProof(bytes);
  if (note === null || !back.ok || back.value.index !== index || back.value.hashes.length !== hashes.length)
    throw new RangeError(`not a proof: ${back.ok ? 'it reads back differently' : back.fault}`);
  return bytes;
}

/** Parses a proof. It does not parse the checkpoint and verifies nothing. */
export function parseTlogProof(bytes: Uint8Array): Result<TlogProof, TlogProofFault> {
  if (bytes.length > maxProofBytes) return fail('too-large');
  const text = readUtf8(bytes);
  if (text === null) return fail('not-utf8');
  const split = text.indexOf('\n\n');
  const [first, ...rest] = (split < 0 ? text : text.slice(0, split)).split('\n');
  if (first !== header) return fail('bad-header');
  const extraLine = rest[0]?.startsWith(extraStart) === true ? rest.shift() : undefined;
  const extra = extraLine === undefined ? null : readBase64(extraLine.slice(extraStart.length));
  if (extraLine !== undefined && extra === null) return fail('bad-extra');
  const indexLine = rest.shift() ?? '';
  const index = indexLine.startsWith(indexStart) ? readCount(indexLine.slice(indexStart.length)) : null;
  if (index === null) return fail('bad-index');
  const hashes = rest
    .map(readBase64)
    .filter((hash) => hash?.length === hashBytes)
    .filter((hash) => hash !== null);
  if (hashes.length !== rest.length || hashes.length > maxHashes) return fail('bad-hash');
  const checkpoint = split < 0 ? '' : text.slice(split + 2);
  return checkpoint === '' ? fail('no-checkpoint') : pass({ index, hashes, checkpoint: utf8(checkpoint), extra });
}

const header = 'c2sp.org/tlog-proof@v1';
const extraStart = 'extra ';
const indexStart = 'index ';
/** The size limit of a checkpoint, and the same again for the rest. */
const maxProofBytes = 524_288;
/** A tree of 2^64 leaves has no longer path than this. */
const maxHashes = 63;
