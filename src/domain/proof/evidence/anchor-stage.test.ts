import { expect, it } from 'vitest';
import { anchorSentences, anchorStage } from './anchor-stage.ts';

it('distinguishes an entry in a checkpoint that waits for its transaction from an entry in no checkpoint', () => {
  expect([anchorStage(null, false), anchorStage(null, true), anchorStage('log', true), anchorStage('chain', true)]).toEqual([
    'pending',
    'confirming',
    'log',
    'chain',
  ]);
  expect(anchorSentences.confirming).toContain('已纳入');
  expect(anchorSentences.confirming).not.toMatch(/尚未纳入|未写入公有区块链|锚定/);
});
