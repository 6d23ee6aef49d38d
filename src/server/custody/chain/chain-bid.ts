/** What a transaction offers for each unit of gas, in wei. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}
export interface Bid extends Fees {
  /** It would be higher but for its limit. */
  readonly isCapped: boolean;
}

/**
 * What to offer when the chain asks `asked`: half more, which carries a transaction through a rise of the fees, and never more than
 * `ceiling` (wei). To take the place of one that waits it is a quarter above `earlier`, but never above three times what is asked: where no
 * block comes at all, the fee is not the trouble. Null where no bid within those limits would be taken: nodes want a tenth more than what
 * waits.
 */
export function bidFor(asked: Fees, earlier: Fees | null, ceiling: bigint): Bid | null {
  const limit = earlier ? least(ceiling, asked.maxFeePerGas * 3n + 1n) : ceiling;
  const wanted = raised(asked.maxFeePerGas, earlier?.maxFeePerGas);
  const maxFeePerGas = least(wanted, limit);
  // The whole fee bounds the part of it that goes to whoever makes the block; a node's word on that alone is not believed either.
  const maxPriorityFeePerGas = least(raised(asked.maxPriorityFeePerGas, earlier?.maxPriorityFeePerGas), maxFeePerGas);
  if (earlier && !(outbids(maxFeePerGas, earlier.maxFeePerGas) && outbids(maxPriorityFeePerGas, earlier.maxPriorityFeePerGas))) return null;
  return { maxFeePerGas, maxPriorityFeePerGas, isCapped: wanted > limit };
}

function raised(asked: bigint, before = 0n): bigint {
  const [byAsked, byBefore] = [(asked * 3n) / 2n, (before * 5n) / 4n];
  return (byAsked > byBefore ? byAsked : byBefore) + 1n;
}

function outbids(bid: bigint, before: bigint): boolean {
  return bid * 10n >= before * 11n && bid > before;
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
