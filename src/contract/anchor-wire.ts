import { z } from 'zod';
import { shownAnchor, type EntryPlace } from '../domain/evidence/shown-anchor.ts';
import { formatTime } from '../domain/text/time.ts';

/**
 * Wire fields of an evidence's anchor: the chain, or the office's own log if no chain is configured. All null until it is anchored (wire,
 * section 6).
 */
export const anchorFields = {
  /** What the other fields refer to. */
  anchor_kind: z.enum(['chain', 'log']).nullable(),
  /** Transaction hash, or leaf hash. */
  blockchain_hash: z.string().nullable(),
  /** Block height, or checkpoint size. */
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
