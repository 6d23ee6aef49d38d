import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installEffects } from '../net/effects.ts';
import { serverDraft } from './server-draft.ts';

const state = { token: 't1' };
const sent: string[] = [];
let content = '';
beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(state, { token: 't1' });
  sent.length = 0;
  content = '';
  installEffects({
    currentToken: () => state.token,
    showSuccess: () => undefined,
    showError: () => undefined,
    endSession: () => void sent.push('end'),
    reloadOperator: () => undefined,
  });
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: URLSearchParams }) => {
    const call = String(path).split('/').pop()?.split('?')[0] ?? '';
    sent.push(call === 'save' ? `save ${body?.get('content') ?? ''}` : call === 'delete' ? `delete ${body?.get('id') ?? ''}` : call);
    const data =
      call === 'find' ? { id: content === '' ? '' : '7', content, saved_time: '2026-11-22 08:00:00' } : { id: '7', saved_time: '' };
    return Response.json({ code: 200, message: 'success', msg: 'success', data });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('sends what was typed a moment after the last key, once', async () => {
  const draft = serverDraft('application/1');
  for (const reason of ['证', '证据', '证据缺失']) {
    draft.save({ reason });
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(800);
  expect(sent).toEqual(['save {"reason":"证据缺失"}']);
});

it('does not wait for a pause that never comes', async () => {
  const draft = serverDraft('application/1');
  for (let at = 0; at < 20; at += 1) {
    draft.save({ reason: String(at) });
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(sent.length).toBe(1);
});

it('finds what is kept, and lets it go after whatever is under way, with nothing sent later', async () => {
  content = '{"reason":"证据缺失"}';
  const draft = serverDraft('application/1');
  expect(await draft.find()).toEqual({ fields: { reason: '证据缺失' }, atMs: Date.UTC(2026, 10, 22) });
  draft.save({ reason: '证据' });
  await vi.advanceTimersByTimeAsync(900);
  draft.save({ reason: '证' });
  await draft.forget();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual(['find', 'save {"reason":"证据"}', 'delete 7']);
});

it.each(['', 't2'])('is not sent once the session that typed it is over (token now: "%s")', async (token) => {
  const draft = serverDraft('application/1');
  draft.save({ reason: '证据' });
  state.token = token;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual([]);
});
