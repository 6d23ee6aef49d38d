import { expect, it } from 'vitest';
import { foldHealth } from './settle-store.ts';

const at = (second: number) => new Date(second * 1000);

it('takes attempts together by endpoint, what came after the last success deciding', () => {
  const attempts = [
    { webhookId: '10', at: at(1), succeeded: false },
    { webhookId: '9', at: at(2), succeeded: false },
    { webhookId: '10', at: at(3), succeeded: true },
    { webhookId: '10', at: at(4), succeeded: false },
    { webhookId: '10', at: at(5), succeeded: false },
    { webhookId: '9', at: at(6), succeeded: false },
    { webhookId: '11', at: at(7), succeeded: true },
  ];
  expect(foldHealth(attempts)).toEqual([
    { webhookId: '9', lastSuccess: null, failingSince: at(2), failures: 2 },
    { webhookId: '10', lastSuccess: at(3), failingSince: at(4), failures: 2 },
    { webhookId: '11', lastSuccess: at(7), failingSince: null, failures: 0 },
  ]);
});
