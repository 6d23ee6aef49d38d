import { readBase64, readCount, readUtf8, toBase64, utf8 } from '../../../kit/bytes/bytes.ts';
import {
  parseCheckpoint,
  verifyCheckpoint,
  type Checkpoint,
  type SignedCheckpointFault,
  type TrustedLog,
  type TrustFault,
} from '../checkpoint.ts';
import { hashBytes, type Hash } from '../merkle.ts';
import { verifyConsistency, type ProofFault } from '../merkle-verify.ts';
import { fail, pass, type Result } from '../../../kit/bytes/result.ts';

/**
 * Text form of consistency proofs from older trees of a log to one newest checkpoint:
 *
 *     consistency-proofs@v1
 *     old 12
 *     <hash in base64, one per line>
 *     old 40
 *     <…>
 *
 *     <the newest checkpoint, a signed note>
 *
 * Sizes ascend. C2SP has no format for more than one old tree.
 */
export interface ConsistencyText {
  readonly proofs: readonly { readonly size: number; readonly hashes: readonly Hash[] }[];
  /** The signed note, byte for byte. */
  readonly checkpoint: Uint8Array;
}

export type ConsistencyFault = 'too-large' | 'not-utf8' | 'bad-header' | 'bad-size' | 'bad-hash' | 'no-checkpoint';

/** @throws RangeError for proofs that would not parse back. */
export function formatConsistency({ proofs, checkpoint }: ConsistencyText): Uint8Array {
  const lines = proofs.flatMap(({ size, hashes }) => [`${sizeStart}${size}`, ...hashes.map(toBase64)]);
  const bytes = utf8([header, ...lines, '', readUtf8(checkpoint) ?? ''].join('\n'));
  const back = parseConsistency(bytes);
  if (!back.ok) throw new RangeError(`not consistency proofs: ${back.fault}`);
  return bytes;
}

/** Parses the text. It verifies nothing and does not parse the checkpoint. */
export function parseConsistency(bytes: Uint8Array): Result<ConsistencyText, ConsistencyFault> {
  if (bytes.length > maxBytes) return fail('too-large');
  const text = readUtf8(bytes);
  if (text === null) return fail('not-utf8');
  const split = text.indexOf('\n\n');
  const [first, ...lines] = (split < 0 ? text : text.slice(0, split)).split('\n');
  if (first !== header) return fail('bad-header');
  const proofs: { size: number; hashes: Hash[] }[] = [];
  for (const line of lines) {
    if (line.startsWith(sizeStart)) {
      const size = readCount(line.slice(sizeStart.length));
      if (size === null || size <= (proofs.at(-1)?.size ?? -1)) return fail('bad-size');
      proofs.push({ size, hashes: [] });
      continue;
    }
    const hash = readBase64(line);
    const proof = proofs.at(-1);
    if (!proof || hash?.length !== hashBytes) return fail('bad-hash');
    proof.hashes.push(hash);
  }
  const checkpoint = split < 0 ? '' : text.slice(split + 2);
  return checkpoint === '' ? fail('no-checkpoint') : pass({ proofs, checkpoint: utf8(checkpoint) });
}

export type JoinFault = ConsistencyFault | SignedCheckpointFault | TrustFault | ProofFault | 'no-proof';

/** Result of joining checkpoints of one log to the newest. `size`: the faulty checkpoint; null for a fault of the text or the newest. */
export type Joined =
  | { readonly ok: true; readonly newest: Checkpoint }
  | { readonly ok: false; readonly fault: JoinFault; readonly size: number | null };

/** Whether the newest tree begins with each checkpoint's tree. @param checkpoints must already be verified under the same log. */
export function verifyJoined(bytes: Uint8Array, checkpoints: readonly Checkpoint[], log: TrustedLog): Joined {
  const text = parseConsistency(bytes);
  if (!text.ok) return { ...text, size: null };
  const signed = parseCheckpoint(text.value.checkpoint);
  if (!signed.ok) return { ...signed, size: null };
  const { checkpoint: newest, note } = signed.value;
  const trusted = verifyCheckpoint(newest, note, log);
  if (!trusted.ok) return { ...trusted, size: null };
  for (const { size, root } of checkpoints) {
    const hashes = size === newest.size ? [] : text.value.proofs.find((proof) => proof.size === size)?.hashes;
    if (!hashes) return { ok: false, fault: 'no-proof', size };
    const held = verifyConsistency({ oldSize: size, newSize: newest.size, oldRoot: root, newRoot: newest.root, proof: hashes });
    if (!held.ok) return { ...held, size };
  }
  return { ok: true, newest };
}

const header = 'consistency-proofs@v1';
const sizeStart = 'old ';
const maxBytes = 262_144;
