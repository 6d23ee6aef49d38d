import type { ReplyOf } from '../net/call.ts';

/** What the workbench shows. */
export type WorkbenchReply = ReplyOf<'GET', '/api/ajax/workbench/getSummary'>;
/** What 到期日历 shows. */
export type CalendarReply = ReplyOf<'GET', '/api/ajax/workbench/getCalendar'>;
