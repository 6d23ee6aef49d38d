import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { Selectable } from 'kysely';
import { sameBytes, utf8 } from '../../../domain/kit/bytes/bytes.ts';
import { parseCheckpoint } from '../../../domain/proof/tlog/checkpoint.ts';
import type { Hash } from '../../../domain/proof/tlog/merkle.ts';
import type { NoteKey } from '../../../domain/proof/tlog/note-key.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type CheckpointRow = Selectable<Tables['log_checkpoint']>;

/**
 * Verifies checkpoints in order against the tree derived from the entries. Comparing each with a prefix of the same entries is stronger
 * than consistency proofs between checkpoints.
 */
export function checkpointVerifier(key: NoteKey | null) {
  const publicKey = key && ed25519Key(key.publicKey);
  let last: CheckpointRow | null = null;
  let count = 0;
  let trailSeq = '0';
  return {
    count: () => count,
    last: () => last,
    /** Advances the trail to the last head among the entries read, whether a checkpoint covers it or not. */
    passTrail: (seq: string | null) => void (trailSeq = seq ?? trailSeq),
    /** Returns the fault of the next checkpoint, or null. `trailHead`: the last one it covers among the entries just read, if any. */
    faultOf(row: CheckpointRow, root: Hash, trailHead: string | null): string | null {
      if (row.previous_size !== (last?.size ?? '0'))
        return `it follows checkpoint ${row.previous_size}, the one before it is ${last?.size ?? '0'}`;
      if (last && row.signed_at < last.signed_at) return 'it is older than the one before it';
      if (!sameBytes(root, row.root)) return 'its root is not that of the entries';
      if (row.trail_seq !== (trailHead ?? trailSeq))
        return `it says that the log holds the trail up to ${row.trail_seq}, it is ${trailHead ?? trailSeq}`;
      const reason = key && publicKey ? noteFault(row, root, key, publicKey) : 'the log has no key';
      if (reason !== null) return reason;
      [last, count] = [row, count + 1];
      return null;
    },
  };
}

/** Verified by OpenSSL, twenty times as fast as the domain's own code: there may be millions of checkpoints. */
function noteFault(row: CheckpointRow, root: Hash, key: NoteKey, publicKey: KeyObject): string | null {
  const read = parseCheckpoint(utf8(row.note));
  if (!read.ok) return `its note cannot be read: ${read.fault}`;
  const { checkpoint, note } = read.value;
  if (checkpoint.origin !== key.name) return 'its note is of another log';
  if (String(checkpoint.size) !== row.size || !sameBytes(checkpoint.root, root)) return 'its note is over another tree';
  const [signature, ...others] = note.signatures.filter(({ name, id }) => name === key.name && id === key.id);
  const isSigned = signature !== undefined && others.length === 0 && verify(null, utf8(note.text), publicKey, signature.bytes);
  return isSigned ? null : 'its signature does not hold';
}

/** Wraps 32 bytes in a SubjectPublicKeyInfo. Source: RFC 8410, 4. */
function ed25519Key(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes]), format: 'der', type: 'spki' });
}
