import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Notice } from '../../kit/ui/notices.tsx';
import { get } from '../../kit/net/call.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { Card } from '../../kit/ui/field-list.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';
import { Activities } from './activities.tsx';
import type { WorkbenchReply } from './reply.ts';
import { WaitingList } from './waiting-list.tsx';
import '../../kit/list/list.css';
import './workbench.css';

/** 工作台: new items, waiting items, and the state of custody, as far as the operator may see them. */
export function Workbench() {
  const query = useQuery({
    queryKey: ['workbench'],
    queryFn: ({ signal }) => get('/api/ajax/workbench/getSummary', {}, { signal, quiet: true }),
    refetchInterval: everyMs,
  });
  return <QueryView query={query}>{(summary) => <WorkbenchView summary={summary} now={new Date(query.dataUpdatedAt)} />}</QueryView>;
}

const everyMs = 60_000;

function WorkbenchView({ summary: { days, activities, waiting, health }, now }: { summary: WorkbenchReply; now: Date }) {
  const hasSide = waiting.length + health.length > 0;
  if (activities.length === 0 && !hasSide) return <Notice title="工作台暂无内容">您的角色没有可在此汇总的工作，请从左侧菜单进入。</Notice>;
  return (
    <div className="bench" data-side={hasSide && activities.length > 0}>
      {activities.length > 0 && <Activities days={days} activities={activities} />}
      {hasSide && (
        <div className="bench-side">
          {waiting.length > 0 && <WaitingList waiting={waiting} now={now} />}
          {health.length > 0 && (
            <Card title="存证保全">
              <dl className="bench-health">
                {health.map(({ name, tone, text }) => (
                  <div key={name}>
                    <dt>
                      <StatusDot tone={tone} text={name} />
                    </dt>
                    <dd className="num">{text}</dd>
                  </div>
                ))}
              </dl>
              <Link to="/custody/calendar">到期日历</Link>
            </Card>
          )}
        </div>
      )}
    </div>
  );
}
