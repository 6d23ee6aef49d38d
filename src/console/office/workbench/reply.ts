import type { ReplyOf } from '../../kit/net/call.ts';

/** Data of the workbench. */
export type WorkbenchReply = ReplyOf<'GET', '/api/ajax/workbench/getSummary'>;
/** Data of 到期日历. */
export type CalendarReply = ReplyOf<'GET', '/api/ajax/workbench/getCalendar'>;
