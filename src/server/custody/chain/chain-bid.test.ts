import { expect, it } from 'vitest';
import { bidFor, type Fees } from './chain-bid.ts';

const gwei = 1_000_000_000n;
const asked: Fees = { maxFeePerGas: 10n * gwei, maxPriorityFeePerGas: gwei };

it('bids half more than asked, and the ceiling at most, its tip too', () => {
  expect(bidFor(asked, null, 500n * gwei)).toEqual({
    maxFeePerGas: 15n * gwei + 1n,
    maxPriorityFeePerGas: (gwei * 3n) / 2n + 1n,
    isCapped: false,
  });
  const absurd = { maxFeePerGas: 10n ** 30n, maxPriorityFeePerGas: 10n ** 30n };
  expect(bidFor(absurd, null, 500n * gwei)).toEqual({ maxFeePerGas: 500n * gwei, maxPriorityFeePerGas: 500n * gwei, isCapped: true });
});

it.each([
  ['three times what is asked, where fees stand still', 500n * gwei, 30n * gwei],
  ['the ceiling, where that is lower', 20n * gwei, 20n * gwei],
])('outbids what waits up to %s, and stays there', (_what, ceiling, most) => {
  let bid = bidFor(asked, null, ceiling);
  for (let raise = 0; raise < 10; raise += 1) {
    const next = bid && bidFor(asked, bid, ceiling);
    if (!bid || !next) break;
    // What a node requires of a replacement transaction.
    expect(next.maxFeePerGas * 10n >= bid.maxFeePerGas * 11n && next.maxPriorityFeePerGas * 10n >= bid.maxPriorityFeePerGas * 11n).toBe(
      true,
    );
    bid = next;
  }
  expect(bid && bid.maxFeePerGas <= most + 1n && bid.maxFeePerGas > (most * 10n) / 11n).toBe(true);
  expect(bid && bidFor(asked, bid, ceiling)).toBeNull();
  // Rising fees raise the bid again, up to the ceiling.
  const risen = bid && bidFor({ maxFeePerGas: 100n * gwei, maxPriorityFeePerGas: 10n * gwei }, bid, ceiling);
  expect(risen?.maxFeePerGas ?? null).toBe(ceiling === 20n * gwei ? null : 150n * gwei + 1n);
});
