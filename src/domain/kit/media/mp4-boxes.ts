import { latin1 } from '../bytes/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { viewOf } from './places.ts';

export interface Part {
  readonly start: number;
  readonly end: number;
}

export async function findBox(source: ByteSource, type: string, parent: Part): Promise<Part | null> {
  for await (const box of boxesOf(source, parent)) if (box.type === type) return box;
  return null;
}

/** The box at the end of a path of types. */
export async function boxAt(source: ByteSource, path: readonly string[], parent: Part): Promise<Part | null> {
  let found: Part | null = parent;
  for (const type of path) found = found && (await findBox(source, type, found));
  return found;
}

export interface Box extends Part {
  readonly type: string;
  readonly headSize: number;
  /** Whether the box has no length of its own and extends to the end. */
  readonly isUntilEnd: boolean;
}

/**
 * Yields the boxes up to the first that is broken or incomplete. Every iteration advances by at least a box header, so a file of only empty
 * boxes terminates too.
 */
export async function* boxesOf(source: ByteSource, parent: Part): AsyncGenerator<Box> {
  let at = parent.start;
  for (let boxes = 0; boxes < maxBoxes && at + 8 <= parent.end; boxes += 1) {
    const head = await source.read(at, 16);
    if (head.length < 8) return;
    const short = viewOf(head).getUint32(0);
    const isLong = short === 1 && head.length === 16;
    const size = short === 0 ? parent.end - at : isLong ? Number(viewOf(head).getBigUint64(8)) : short;
    const headSize = isLong ? 16 : 8;
    if (size < headSize || at + size > parent.end) return;
    yield { type: latin1(head, 4, 8), headSize, start: at + headSize, end: at + size, isUntilEnd: short === 0 };
    at += size;
  }
}

// A fragmented recording of hours has thousands of boxes, and each costs a read.
const maxBoxes = 500;
