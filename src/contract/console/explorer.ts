import { z } from 'zod';

/** Answer of the open explorer: where something stands in the office's own log. It never tells whose it is. */
export const explorerPath = '/open/v1/explorer';

const record = z.object({
  /** What the question was found as. */
  found_as: z.enum(['leaf', 'file', 'checkpoint', 'transaction']),
  /**
   * Zero-based place of the entry in the log, decimal, and its leaf hash in lower-case hex; null where a checkpoint itself was asked for.
   */
  leaf_index: z.string().nullable(),
  leaf_hash: z.string().nullable(),
  /** Size of the first checkpoint that covers it, which names it. */
  checkpoint: z.string(),
  /** 64 lower-case hex digits. */
  root: z.string(),
  signed_at: z.string(),
  /** Of the first RFC 3161 timestamp over it. */
  timestamp: z.enum(['done', 'waiting', 'none']),
  timestamp_at: z.string().nullable(),
  /** Of the first chain transaction over it; null where there is none. */
  transaction: z.string().nullable(),
  block_height: z.string().nullable(),
  chain_time: z.string().nullable(),
});
export type ExplorerRecord = z.output<typeof record>;

/** `q`: a leaf hash, a file's SHA-256, a transaction hash (each 64 hex digits, `0x` before them or not) or a checkpoint's size. */
export const explorerQuery = z.object({ q: z.string().default('').transform(plain) });
export const explorerReply = z.object({
  query: z.string(),
  /** False for a question that can be none of the four. */
  readable: z.boolean(),
  /** Oldest first: a hash may be found as more than one of the four. Of a file that was kept several times, the first time alone. */
  records: z.array(record),
});
export type ExplorerReply = z.output<typeof explorerReply>;

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/^0x/, '').slice(0, 100);
}
