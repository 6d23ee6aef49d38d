import { z } from 'zod';
import { typedCode } from '../../domain/kit/text/typed.ts';

/** Path and reply of the open explorer: where something is recorded in the office's own log. It never reveals the owner. */
export const explorerPath = '/open/v1/explorer';

const record = z.object({
  /** What the query matched. */
  found_as: z.enum(['leaf', 'file', 'checkpoint', 'transaction']),
  /** Zero-based index of the entry in the log, decimal, and its leaf hash in lower-case hex; null if the query matched a checkpoint. */
  leaf_index: z.string().nullable(),
  leaf_hash: z.string().nullable(),
  /** Size of the first checkpoint that covers it. */
  checkpoint: z.string(),
  /** 64 lower-case hex digits. */
  root: z.string(),
  signed_at: z.string(),
  /** State of the first RFC 3161 timestamp over that checkpoint. */
  timestamp: z.enum(['done', 'waiting', 'none']),
  timestamp_at: z.string().nullable(),
  /** The first blockchain transaction over it; null if there is none. */
  transaction: z.string().nullable(),
  block_height: z.string().nullable(),
  chain_time: z.string().nullable(),
});
export type ExplorerRecord = z.output<typeof record>;

/** `q`: a leaf hash, a file's SHA-256, a transaction hash (each 64 hex digits, optionally with `0x`) or a checkpoint's size. */
export const explorerQuery = z.object({ q: z.string().default('').transform(plain) });
export const explorerReply = z.object({
  query: z.string(),
  /** False if the query cannot be any of the four. */
  readable: z.boolean(),
  /** Oldest first; a hash may match several of the four. A file that was stored several times is listed only for the first time. */
  records: z.array(record),
});
export type ExplorerReply = z.output<typeof explorerReply>;

function plain(text: string): string {
  return typedCode(text).toLowerCase().replace(/^0x/, '').slice(0, 100);
}
