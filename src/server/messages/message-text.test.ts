import { expect, it } from 'vitest';
import { messageText } from './message-text.ts';

const told = (kind: 'overdue' | 'returned', isDone: boolean) =>
  messageText({ kind, object: 'application/1', author: null, body: null, withdrawn_id: null }, { label: '出证申请 1', isDone });

it.each(['overdue', 'returned'] as const)('does not call an application waiting (%s) once it is decided', (kind) => {
  expect(told(kind, false)).toMatch(/仍待审核|等待处理/);
  expect(told(kind, true)).toMatch(/^出证申请 1 曾.*，现已审结$/);
});
