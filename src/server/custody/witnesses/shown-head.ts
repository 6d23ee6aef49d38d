import { readUtf8 } from '../../../domain/tlog/bytes.ts';
import { parseCheckpoint, verifyCheckpoint, type Checkpoint } from '../../../domain/tlog/checkpoint.ts';
import type { NoteKey } from '../../../domain/tlog/note-key.ts';
import { originHash } from '../../../domain/tlog/witness/add-checkpoint.ts';
import { callWitness } from './witness-transport.ts';

/** A checkpoint that a witness serves under this log's own signature. */
export interface ShownHead {
  readonly checkpoint: Checkpoint;
  /** Byte for byte. */
  readonly note: string;
}

/** What the witness shows of this log; null where it serves nothing that this log's key signed. @throws WitnessError where it is silent. */
export async function readShownHead(url: string, key: NoteKey): Promise<ShownHead | null> {
  const { status, body } = await callWitness({ url, path: `${originHash(key.name)}/checkpoint` });
  const read = status === 200 ? parseCheckpoint(body) : null;
  if (!read?.ok) return null;
  const { checkpoint, note } = read.value;
  const isOurs = verifyCheckpoint(checkpoint, note, { origin: key.name, keys: [key] }).ok;
  return isOurs ? { checkpoint, note: readUtf8(body) ?? '' } : null;
}
