import { expect, it, vi } from 'vitest';
import { DraftScope } from './draft-scope.ts';

it('a form that is gone lets its draft go', () => {
  const scope = new DraftScope();
  const release = vi.fn<() => void>();
  const gone = scope.hold(release);
  expect(scope.hasDrafts).toBe(true);
  gone();
  gone();
  expect([scope.hasDrafts, release.mock.calls.length]).toEqual([false, 1]);
});

it('a hidden one keeps what its forms let go, until they hold it anew', () => {
  const scope = new DraftScope();
  const [before, after] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const gone = scope.hold(before);
  scope.hide();
  gone();
  expect([scope.hasDrafts, before.mock.calls.length]).toEqual([true, 0]);
  scope.hold(after);
  scope.show();
  expect([scope.hasDrafts, before.mock.calls.length, after.mock.calls.length]).toEqual([true, 1, 0]);
});

it('the end of a tab lets everything go, hidden or not', () => {
  const scope = new DraftScope();
  const [one, two] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const gone = scope.hold(one);
  scope.hold(two);
  scope.hide();
  gone();
  scope.end();
  expect([scope.hasDrafts, one.mock.calls.length, two.mock.calls.length]).toEqual([false, 1, 1]);
});

it('is over where the way on begins in the same step as the form was sent, and not later', async () => {
  const [one, other] = [new DraftScope(), new DraftScope()];
  one.sent();
  one.leave();
  other.sent();
  await Promise.resolve();
  other.leave();
  expect([one.isOver, other.isOver]).toEqual([true, false]);
});
