/** Fees that a transaction offers per unit of gas, in wei. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}
export interface Bid extends Fees {
  /** The limit kept the bid lower than wanted. */
  readonly isCapped: boolean;
}

/**
 * Fees to offer when the chain asks for `asked`: half as much again, which tolerates rising fees, but at most `ceiling` (wei). To replace a
 * waiting transaction, the bid is at least a quarter above `earlier`, but at most three times `asked`: if no blocks are made at all, a
 * higher fee does not help. Null if no bid within these limits would be accepted, since nodes require a tenth more than the waiting
 * transaction's.
 */
export function bidFor(asked: Fees, earlier: Fees | null, ceiling: bigint): Bid | null {
  const limit = earlier ? least(ceiling, asked.maxFeePerGas * 3n + 1n) : ceiling;
  const wanted = raised(asked.maxFeePerGas, earlier?.maxFeePerGas);
  const maxFeePerGas = least(wanted, limit);
  // The priority fee is capped by the whole fee, so that a node's wrong suggestion for it does no harm.
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
