import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { downloadByFrame } from './hidden-frame.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/**
 * Downloads `url` on a fake page. `load` acts as the browser when it shows `body` in the frame, or, for null, content of another origin.
 */
function download(url: string) {
  const listeners: (() => void)[] = [];
  const frame = {
    src: '',
    style: { display: '' },
    contentDocument: null as { body: { textContent: string } } | null,
    addEventListener: (_type: 'load', listener: () => void) => void listeners.push(listener),
    remove: vi.fn(),
  };
  const [append, showRefusal] = [vi.fn(), vi.fn()];
  downloadByFrame(url, { createElement: () => frame, append, currentToken: () => 't', showRefusal });
  const load = (body: string | null) => {
    frame.contentDocument = body === null ? null : { body: { textContent: body } };
    for (const listener of listeners) listener();
  };
  return { frame, append, showRefusal, load };
}

it('the frame navigates hidden and is removed after 300000 ms', () => {
  const { frame, append, showRefusal } = download('/api/export/userExport?type=2&status=3');
  expect(frame).toMatchObject({ src: '/api/export/userExport?type=2&status=3', style: { display: 'none' } });
  expect(append).toHaveBeenCalledWith(frame);
  vi.advanceTimersByTime(299_999);
  expect(frame.remove).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(frame.remove).toHaveBeenCalledOnce();
  expect(showRefusal).not.toHaveBeenCalled();
});

it.each([
  [
    'an envelope',
    '{"code":401,"message":"failed","msg":"failed","data":null}',
    '{"code":401,"message":"failed","msg":"failed","data":null}',
  ],
  ['a page that cannot be read', null, ''],
])('%s in the place of a file is told', (_name, body, shown) => {
  const { load, showRefusal } = download('/api/export/userExport?type=2');
  load('');
  expect(showRefusal).not.toHaveBeenCalled();
  load(body);
  expect(showRefusal).toHaveBeenCalledExactlyOnceWith(shown, 't');
});
