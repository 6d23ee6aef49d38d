import { z } from 'zod';
import { shownAnchor, type EntryPlace } from '../domain/evidence/shown-anchor.ts';
import { formatTime } from '../domain/text/time.ts';

/**
 * An evidence's anchor on the wire: of a chain, or of the office's own log where none is configured; all null until it is anchored (wire,
 * section 6).
 */
export const anchorFields = {
  /** Which of the two the other fields tell of. */
  anchor_kind: z.enum(['chain', 'log']).nullable(),
  /** The transaction, or the leaf hash. */
  blockchain_hash: z.string().nullable(),
  /** The block, or the size of the checkpoint. */
  block_height: z.string().nullable(),
  chain_time: z.string().nullable(),
};

export function anchorFieldsOf(place: EntryPlace | null, hasChain: boolean) {
  const anchor = shownAnchor(place, hasChain);
  return {
    anchor_kind: anchor?.kind ?? null,
    blockchain_hash: anchor?.hash ?? null,
    block_height: anchor?.height ?? null,
    chain_time: anchor ? formatTime(anchor.at) : null,
  };
}
