import type { ApplicationRow } from '../../../contract/console/notarizations.ts';
import type { Tone } from '../../kit/list/columns.ts';

type Deadline = Pick<ApplicationRow, 'days_left'>;

/** The time that the office has left: 剩余 5 天, 今日到期, 逾期 2 天; empty if there is no deadline. */
export function deadlineText({ days_left: left }: Deadline): string {
  if (left === null) return '';
  if (left === 0) return '今日到期';
  return left > 0 ? `剩余 ${left} 天` : `逾期 ${-left} 天`;
}

/** Yellow from five working days before the deadline, red from two, also after it. */
export function deadlineTone({ days_left: left }: Deadline): Tone {
  if (left === null) return 'over';
  if (left <= urgentDays) return 'failed';
  return left <= soonDays ? 'wait' : 'work';
}

const soonDays = 5;
const urgentDays = 2;
