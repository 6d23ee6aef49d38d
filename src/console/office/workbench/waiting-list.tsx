import { Link } from 'react-router';
import { dayMs, parseTime } from '../../../domain/kit/text/time.ts';
import { Card } from '../../kit/ui/field-list.tsx';
import type { WorkbenchReply } from './reply.ts';

/** What waits for the operator, and how long the oldest item has waited. */
export function WaitingList({ waiting, now }: Pick<WorkbenchReply, 'waiting'> & { now: Date }) {
  return (
    <Card title="待办">
      <ul className="bench-waiting">
        {waiting.map(({ label, count, oldest_time: oldest, url }) => (
          <li key={label} data-none={count === 0}>
            {count === 0 ? <span>{label}</span> : <Link to={url}>{label}</Link>}
            <b className="num">{count.toLocaleString('en-US')}</b>
            <small className="num">{count === 0 ? '没有待办' : sinceText(oldest, now)}</small>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Empty for cases that have not begun to wait. */
function sinceText(oldest: string, now: Date): string {
  return oldest === '' ? '' : `最早 ${oldest.slice(0, 16)}，已等 ${waitedText(oldest, now)}`;
}

/** Time from a wire time until now: 3 天, 5 小时 or 不到 1 小时. */
export function waitedText(since: string, now: Date): string {
  const ms = Math.max(0, now.getTime() - (parseTime(since) ?? now).getTime());
  const hours = Math.floor(ms / 3_600_000);
  if (hours === 0) return '不到 1 小时';
  return hours < 24 ? `${hours} 小时` : `${Math.floor(ms / dayMs)} 天`;
}
