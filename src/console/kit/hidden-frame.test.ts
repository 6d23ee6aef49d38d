import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { downloadByFrame } from './hidden-frame.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('the frame navigates hidden and is removed after 300000 ms', () => {
  const frame = { src: '', style: { display: '' }, remove: vi.fn() };
  const append = vi.fn();
  downloadByFrame('/api/export/userExport?type=2&status=3', { createElement: () => frame, append });
  expect(frame).toMatchObject({ src: '/api/export/userExport?type=2&status=3', style: { display: 'none' } });
  expect(append).toHaveBeenCalledWith(frame);
  vi.advanceTimersByTime(299_999);
  expect(frame.remove).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(frame.remove).toHaveBeenCalledOnce();
});
