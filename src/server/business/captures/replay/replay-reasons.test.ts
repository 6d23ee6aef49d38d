import { expect, it } from 'vitest';
import { replayFactsOf } from './archive-page.ts';

const page = { unanswered: new Map([['https://a.org/down.js', 'net::ERR_FAILED']]), unarchived: new Set(['https://a.org/clip.webm']) };

it.each([
  ['nothing where it is the same page', { consistency: 0.97, refused: ['https://a.org/clip.webm'] }, []],
  [
    'what the archive lacks, by its name, and what was never there',
    { consistency: 0.5, refused: ['https://a.org/clip.webm', 'wss://a.org/live', 'https://a.org/down.js'] },
    [
      { kind: 'missing', names: ['https://a.org/clip.webm'], count: 1 },
      { kind: 'blocked', names: ['wss://a.org/live'], count: 1 },
    ],
  ],
  [
    'a page that changes where nothing is missing',
    { consistency: 0.5, refused: ['https://a.org/down.js'] },
    [{ kind: 'dynamic', names: [], count: 0 }],
  ],
  ['that it did not come to its end', { consistency: null, refused: [] }, [{ kind: 'failed', names: [], count: 0 }]],
  ['that there was none', null, [{ kind: 'failed', names: [], count: 0 }]],
])('names %s', (_, seen, reasons) => {
  expect(replayFactsOf(seen, page)).toEqual({ consistency: seen?.consistency ?? null, reasons });
});

it('names a few of many, shortened, and counts all', () => {
  const refused = Array.from({ length: 30 }, (__, at) => `https://a.org/${at}/${'x'.repeat(300)}`);
  const [reason] = replayFactsOf({ consistency: 0, refused }, page).reasons;
  expect(reason).toMatchObject({ kind: 'blocked', count: 30 });
  expect(reason?.names.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 201));
});
