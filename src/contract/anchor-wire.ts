import { z } from 'zod';
import { shownAnchor, type EntryPlace } from '../domain/proof/evidence/shown-anchor.ts';
import { formatTime } from '../domain/kit/text/time.ts';

/**
 * Wire fields of an evidence's anchor: the chain, or the office's own log if no chain is configured. All null until it is anchored
 * (spec/wire, 6).
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

/** The office's own log by its own names, whatever else anchors the evidence. Null until it is anchored. */
export const logFields = {
  /** Leaf hash of the manifest: 64 lower-case hex digits. Never a transaction of a chain. */
  log_leaf_hash: z.string().nullable(),
  /** Size of the first checkpoint that covers it. */
  checkpoint_size: z.string().nullable(),
  /** When that checkpoint was signed. */
  checkpoint_time: z.string().nullable(),
};

export function logFieldsOf(place: EntryPlace | null) {
  return {
    log_leaf_hash: place?.leafHash ?? null,
    checkpoint_size: place?.checkpointSize ?? null,
    checkpoint_time: place ? formatTime(place.anchoredAt) : null,
  };
}

export function anchorFieldsOf(place: EntryPlace | null, hasChain: boolean) {
  const anchor = shownAnchor(place, hasChain);
  return {
    anchor_kind: anchor?.kind ?? null,
    blockchain_hash: anchor?.hash ?? null,
    block_height: anchor?.height ?? null,
    chain_time: anchor ? formatTime(anchor.at) : null,
  };
}
