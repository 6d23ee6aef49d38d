import type { ReplyOf } from '../kit/call.ts';

/** What the workbench shows. */
export type WorkbenchReply = ReplyOf<'GET', '/api/ajax/workbench/getSummary'>;
