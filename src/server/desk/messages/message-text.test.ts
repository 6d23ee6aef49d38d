import { expect, it } from 'vitest';
import { messageText } from './message-text.ts';

const told = (kind: 'overdue' | 'returned', outcome: string) =>
  messageText(
    { kind, object: 'application/1', author: null, body: null, withdrawn_id: null },
    { label: '出证申请 1', name: '甲', outcome },
  );

it.each(['overdue', 'returned'] as const)('does not call an application waiting (%s) once it is decided', (kind) => {
  expect(told(kind, '')).toMatch(/仍待审核|等待处理/);
  expect(told(kind, '已由 顾明远 通过')).toMatch(/^出证申请 1（甲）曾.*，已由 顾明远 通过$/);
});
