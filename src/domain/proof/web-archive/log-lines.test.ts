import { expect, it } from 'vitest';
import { captureNotesIn } from './capture-notes.ts';
import { lastLinesAbout } from './log-lines.ts';
import { replayFactsIn } from './replay-facts.ts';

const line = (n: number): string => JSON.stringify({ event: 'x', n });

it.each([
  ['none', '', []],
  ['none about the event', '{"event":"y"}\n', []],
  ['one without an end', line(1), [line(1)]],
  ['several, the last first', `${line(1)}\n{"event":"y"}\n\n${line(2)}\n`, [line(2), line(1)]],
  ['one that names the event twice', `{"event":"x","more":{"event":"x"}}\n`, ['{"event":"x","more":{"event":"x"}}']],
  ['one that is too long', `${line(1)}\n{"event":"x","more":"${'x'.repeat(1_100_000)}"}\n`, [line(1)]],
])('finds lines: %s', (_name, log, lines) => {
  expect([...lastLinesAbout(log, 'x')]).toEqual(lines);
});

it('reads a log of 64 MB of empty lines without a list of them', () => {
  const log = Buffer.alloc(67_108_864, '\n').toString('latin1');
  const before = process.memoryUsage().heapUsed;
  expect([replayFactsIn(log), captureNotesIn(log)]).toEqual([null, null]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(32 * 1_048_576);
});
