import type { ReplyOf } from '../net/call.ts';

/** What the workbench shows. */
export type WorkbenchReply = ReplyOf<'GET', '/api/ajax/workbench/getSummary'>;
