import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftsAtEnd, draftsDropped, dropDrafts, hasDrafts, registerDraft } from './drafts.ts';
import { leaveWhenAgreed, leaving } from './leaving.ts';

let asks: Set<unknown>;
beforeEach(() => {
  asks = new Set();
  vi.stubGlobal('addEventListener', (_name: string, listener: unknown) => asks.add(listener));
  vi.stubGlobal('removeEventListener', (_name: string, listener: unknown) => asks.delete(listener));
});
afterEach(() => {
  dropDrafts();
  vi.unstubAllGlobals();
});

it('asks before the tab is closed as long as a form holds something, and no longer', () => {
  const releases = [registerDraft(), registerDraft({ kept: 'form' })];
  expect(asks.size).toBe(1);
  releases[0]?.();
  expect(asks.size).toBe(1);
  releases[1]?.();
  expect(asks.size).toBe(0);
});

it('says at the end of the session what is lost first, then that a review is kept', () => {
  expect(draftsAtEnd()).toBe('none');
  registerDraft({ kept: 'form' });
  expect(draftsAtEnd()).toBe('form');
  registerDraft({ kept: 'review' });
  expect(draftsAtEnd()).toBe('review');
  registerDraft();
  expect(draftsAtEnd()).toBe('lost');
});

it('goes once the operator agrees, and lets go what was kept', async () => {
  const discard = vi.fn(async () => undefined);
  const go = vi.fn();
  registerDraft({ kept: 'form', discard });
  leaveWhenAgreed(go);
  expect(go).not.toHaveBeenCalled();
  leaving.stay();
  expect(discard).not.toHaveBeenCalled();
  leaveWhenAgreed(go);
  leaving.agree();
  await draftsDropped();
  expect([go, discard].map((called) => called.mock.calls.length)).toEqual([1, 1]);
  expect(hasDrafts()).toBe(false);
});
