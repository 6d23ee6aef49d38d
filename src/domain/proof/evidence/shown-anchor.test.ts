import { expect, it } from 'vitest';
import { isAnchored, shownAnchor, type EntryPlace } from './shown-anchor.ts';

const at = new Date('2026-01-01T00:00:00Z');
const logged: EntryPlace = {
  leafHash: 'ab'.repeat(32),
  checkpointSize: '7',
  anchoredAt: at,
  txHash: null,
  blockHeight: null,
  chainTime: null,
};
const mined: EntryPlace = { ...logged, txHash: '0xcd', blockHeight: '90', chainTime: at };

it('shows the log where no chain is configured, and waits for the transaction where one is', () => {
  expect(shownAnchor(null, false)).toBeNull();
  expect(shownAnchor(logged, false)).toEqual({ kind: 'log', hash: logged.leafHash, height: '7', at });
  expect(shownAnchor(logged, true)).toBeNull();
});

it('counts as anchored with a token, and without one where no authority is configured', () => {
  expect([
    isAnchored({ stampedAt: null }, true),
    isAnchored({ stampedAt: at }, true),
    isAnchored({ stampedAt: null }, false),
    isAnchored({ stampedAt: at }, false),
  ]).toEqual([false, true, true, true]);
});

it('shows a confirmed transaction, also after the chain has been taken out of the configuration', () => {
  for (const hasChain of [true, false]) expect(shownAnchor(mined, hasChain)).toEqual({ kind: 'chain', hash: '0xcd', height: '90', at });
});
