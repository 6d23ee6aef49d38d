/** Position of an entry in the office's own log and, once there is one, in a blockchain transaction. */
export interface EntryPlace {
  /** 64 lower-case hex digits. */
  readonly leafHash: string;
  /** Size of the first checkpoint that covers the entry. */
  readonly checkpointSize: string;
  /** When that checkpoint was signed. */
  readonly anchoredAt: Date;
  /** Hash of the first confirmed transaction that covers the entry; null if there is none. */
  readonly txHash: string | null;
  readonly blockHeight: string | null;
  readonly chainTime: Date | null;
}

/**
 * The only place that decides whether a logged evidence counts as anchored. If a timestamp authority is configured, there must be a token
 * over the first checkpoint that covers the evidence, or over any later one. Until then it is 待锚定, as before its first checkpoint.
 * @param stampedAt time of such a token.
 */
export function isAnchored({ stampedAt }: { readonly stampedAt: Date | null }, needsTimestamp: boolean): boolean {
  return stampedAt !== null || !needsTimestamp;
}

/** What the screens call 区块链交易哈希, 区块高度 and 上链时间, and whether they refer to a chain or to the log. */
export interface ShownAnchor {
  readonly kind: 'chain' | 'log';
  /** The transaction (0x and 64 hex digits), or the leaf hash (64 hex digits). */
  readonly hash: string;
  /** The block, or the checkpoint's size. */
  readonly height: string;
  readonly at: Date;
}

/**
 * The only place that decides which anchor is shown. A confirmed transaction is shown if there is one. Without a configured chain, the
 * office's own log is the anchor from its first checkpoint on. With a chain, nothing is shown until the transaction is confirmed
 * (spec/custody, 3).
 */
export function shownAnchor(place: EntryPlace | null, hasChain: boolean): ShownAnchor | null {
  if (!place) return null;
  const { txHash, blockHeight, chainTime } = place;
  if (txHash !== null && blockHeight !== null && chainTime) return { kind: 'chain', hash: txHash, height: blockHeight, at: chainTime };
  return hasChain ? null : { kind: 'log', hash: place.leafHash, height: place.checkpointSize, at: place.anchoredAt };
}
