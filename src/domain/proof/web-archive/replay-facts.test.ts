import { expect, it } from 'vitest';
import { isFaithful, replayFactsIn, replayText, type ReplayFacts } from './replay-facts.ts';

const line = (fields: object) => `${JSON.stringify({ n: 1, at: '2026-01-02T03:04:05.678Z', event: 'replay', ...fields })}\n`;

it.each<[ReplayFacts, string, boolean]>([
  [{ consistency: 0.9987, reasons: [] }, '0.9987', true],
  [{ consistency: 0.97, reasons: [] }, '0.9700', true],
  [{ consistency: 0.5, reasons: [{ kind: 'dynamic', names: [], count: 0 }] }, '0.5000（未能查明，网页内容可能随时间或随机变化）', false],
  [
    {
      consistency: 0.9,
      reasons: [
        { kind: 'missing', names: ['https://a.org/v/clip.webm?x=1', 'https://a.org/b'], count: 3 },
        { kind: 'blocked', names: ['wss://a.org/'], count: 1 },
      ],
    },
    '0.9000（存档缺少clip.webm等3项；拦截了存档之外的a.org）',
    false,
  ],
  [{ consistency: null, reasons: [{ kind: 'failed', names: [], count: 0 }] }, '未能重放（重放未完成）', false],
])('says %j', (facts, text, faithful) => {
  expect(replayText(facts)).toBe(text);
  expect(isFaithful(facts)).toBe(faithful);
  expect(replayFactsIn(line(facts))).toEqual(facts);
});

it.each([
  ['an older log', '{"event":"end"}\n'],
  ['no JSON', 'nonsense "event":"replay"\n'],
  ['a number that is none', line({ consistency: 2, reasons: [] })],
  ['a reason that nobody knows', line({ consistency: 0.5, reasons: [{ kind: 'weather', names: [], count: 0 }] })],
  ['no reasons', line({ consistency: 0.5 })],
  ['more names than it counts', line({ consistency: 0.5, reasons: [{ kind: 'missing', names: ['a', 'b'], count: 1 }] })],
])('reads nothing in %s', (_, log) => {
  expect(replayFactsIn(log)).toBeNull();
});
