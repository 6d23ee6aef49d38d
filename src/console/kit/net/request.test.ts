import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { send, TransportError } from './request.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answer(text: string) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response(text));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

it('a read carries its fields in the query and the token in the header', async () => {
  const fetched = answer('{"code":200,"message":"success","msg":"success","data":1}');
  expect(await send('GET', '/api/x', { keyword: '张 三', page: 2, status: undefined }, 't')).toMatchObject({ code: 200, data: 1 });
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/x?keyword=%E5%BC%A0+%E4%B8%89&page=2');
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ headers: { authorization: 'Bearer t' }, credentials: 'same-origin' });
});

it('a call that nobody made says so', async () => {
  const fetched = answer('{"code":200,"message":"success","msg":"success","data":1}');
  await send('GET', '/api/x', {}, 't', { isBackground: true });
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ headers: { authorization: 'Bearer t', 'x-background': '1' } });
  await send('GET', '/api/x', {}, 't');
  expect(Object.keys(fetched.mock.calls[1]?.[1].headers ?? {})).toEqual(['authorization', 'traceparent']);
});

it('a call is the root of a trace of its own', async () => {
  const fetched = answer('{"code":200,"message":"success","msg":"success","data":1}');
  for (let count = 0; count < 2; count += 1) await send('GET', '/api/x', {}, 't');
  const sent = fetched.mock.calls.map(([, { headers }]) => new Headers(headers).get('traceparent'));
  expect(new Set(sent).size).toBe(2);
  for (const one of sent) expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});

it('a write carries its fields in a form body', async () => {
  const fetched = answer('{"code":200,"message":"审核成功","msg":"审核成功","data":null}');
  await send('POST', '/api/x', { user_id: '9007199254740993' }, 't');
  expect(String(fetched.mock.calls[0]?.[1].body)).toBe('user_id=9007199254740993');
});

it.each(['<html>', '', '[]', '{}', 'null'])('a reply that is no envelope (%s) is a transport error', async (text) => {
  answer(text);
  await expect(send('GET', '/api/x', {}, '')).rejects.toEqual(new TransportError('unreadable'));
});

it('a request without an answer ends after 30000 ms', async () => {
  vi.stubGlobal(
    'fetch',
    (_path: string, init: RequestInit) =>
      new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))),
  );
  const outcome = send('GET', '/api/x', {}, '').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(29_999);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject({ kind: 'timeout' });
});

it('a broken line is a transport error that the caller gets', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(send('GET', '/api/x', {}, '')).rejects.toMatchObject({ kind: 'network' });
});
