import { utf8 } from '../../../domain/kit/bytes/bytes.ts';
import { readCosignatures, type KnownSignature } from '../../../domain/proof/tlog/cosignatures/note-signatures.ts';
import { parseNote } from '../../../domain/proof/tlog/signed-note.ts';
import { formatAddCheckpoint, parseTlogSize, tlogSizeType } from '../../../domain/proof/tlog/witness/add-checkpoint.ts';
import type { Database } from '../../platform/db/database.ts';
import { consistencyFrom } from './own-tree.ts';
import type { WitnessEndpoint } from './office-policy.ts';
import type { Round } from './round-store.ts';
import { callWitness, WitnessError, type WitnessReply } from './witness-transport.ts';

/** A witness's answer about a round's checkpoint. */
export type WitnessAnswer =
  | { readonly kind: 'cosigned'; readonly signatures: readonly KnownSignature[] }
  /** 409: it has cosigned a larger tree than the round's. The caller checks whether that tree is ours. */
  | { readonly kind: 'above'; readonly size: number; readonly askedSize: number }
  /** 422 to a correct proof from the size that it named itself, or that it is known to have. */
  | { readonly kind: 'inconsistent'; readonly size: number; readonly askedSize: number };

/**
 * Asks one address for its cosignatures of the round's checkpoint. A 409 is answered with the proof from the size it names, if that is not
 * above the round's. @param knownSize the size that it is known to have cosigned; 0 if none. @throws WitnessError if its answer says
 * nothing about the log.
 */
export async function askWitness(db: Database, endpoint: WitnessEndpoint, round: Round, knownSize: number): Promise<WitnessAnswer> {
  let oldSize = knownSize <= round.size ? knownSize : 0;
  for (let asked = 0; asked < mostRequests; asked += 1) {
    const proof = await consistencyFrom(db, oldSize, round.size);
    const body = Uint8Array.from(formatAddCheckpoint({ oldSize, proof, checkpoint: utf8(round.note) }));
    const reply = await callWitness({ url: endpoint.url, path: 'add-checkpoint', body });
    if (reply.status === 200) return { kind: 'cosigned', signatures: cosignaturesOf(reply, endpoint, round) };
    if (reply.status === 422) return { kind: 'inconsistent', size: oldSize, askedSize: round.size };
    if (reply.status !== 409) throw new WitnessError('refused', `HTTP ${reply.status}${reasons[reply.status] ?? ''}`);
    const size = reply.contentType === tlogSizeType ? parseTlogSize(reply.body) : null;
    if (size === null) throw new WitnessError('refused', 'HTTP 409 without its size');
    if (size > round.size) return { kind: 'above', size, askedSize: round.size };
    if (size === oldSize) throw new WitnessError('refused', `HTTP 409 to the size that it names itself, ${size}`);
    oldSize = size;
  }
  throw new WitnessError('refused', `HTTP 409 to each of ${mostRequests} requests`);
}

function cosignaturesOf({ body }: WitnessReply, { keys }: WitnessEndpoint, { note }: Round): readonly KnownSignature[] {
  const checkpoint = parseNote(utf8(note));
  if (!checkpoint.ok) throw new Error(`the checkpoint of the round cannot be read: ${checkpoint.fault}`);
  const found = readCosignatures(body, checkpoint.value, keys);
  if (!found.ok) throw new WitnessError('refused', `cosignatures that do not hold: ${found.fault}`);
  return found.value;
}

const reasons: Readonly<Record<number, string>> = {
  403: ': it does not take the log’s signature',
  404: ': it does not know this log',
};
/** Others who ask meanwhile may change its size; more conflicts than this are a fault of the witness. */
const mostRequests = 4;
