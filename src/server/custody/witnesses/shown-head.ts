import { readUtf8 } from '../../../domain/tlog/bytes.ts';
import { parseCheckpoint, verifyCheckpoint, type Checkpoint } from '../../../domain/tlog/checkpoint.ts';
import type { NoteKey } from '../../../domain/tlog/note-key.ts';
import { originHash } from '../../../domain/tlog/witness/add-checkpoint.ts';
import { callWitness } from './witness-transport.ts';

/** A checkpoint that a witness serves, signed by this log's key. */
export interface ShownHead {
  readonly checkpoint: Checkpoint;
  /** The signed note, byte for byte. */
  readonly note: string;
}

/** The checkpoint that a witness serves for this log; null if none is signed by this log's key. @throws WitnessError if it is silent. */
export async function readShownHead(url: string, key: NoteKey): Promise<ShownHead | null> {
  const { status, body } = await callWitness({ url, path: `${originHash(key.name)}/checkpoint` });
  const read = status === 200 ? parseCheckpoint(body) : null;
  if (!read?.ok) return null;
  const { checkpoint, note } = read.value;
  const isOurs = verifyCheckpoint(checkpoint, note, { origin: key.name, keys: [key] }).ok;
  return isOurs ? { checkpoint, note: readUtf8(body) ?? '' } : null;
}
