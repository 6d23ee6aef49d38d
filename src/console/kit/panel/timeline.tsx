import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TimelineRow } from '../../../contract/console/timeline.ts';
import { get } from '../net/call.ts';
import { QueryView } from '../ui/query-view.tsx';
import { PanelPager } from './panel-pager.tsx';
import { given } from '../ui/given-text.tsx';

/** The object's history, newest first. */
export function Timeline({ object }: { object: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['timeline', object, page],
    queryFn: ({ signal }) => get('/api/ajax/timeline/getList', { object, page, limit: rowsAtOnce }, { signal, quiet: true }),
  });
  return (
    <QueryView query={query}>
      {({ list, count }) => (
        <>
          {list.length === 0 && <p className="panel-none">还没有记录</p>}
          <ol className="timeline" aria-label="时间线">
            {list.map((row) => (
              <Event key={row.id} row={row} />
            ))}
          </ol>
          <PanelPager page={page} total={count} limit={rowsAtOnce} turnTo={setPage} />
        </>
      )}
    </QueryView>
  );
}
const rowsAtOnce = 20;

function Event({ row }: { row: TimelineRow }) {
  return (
    <li className="event">
      <p className="event-what">
        <b>{row.action}</b> <span>{given(row.operator === '' ? row.operator_kind_name : row.operator)}</span>
      </p>
      {row.change !== '' && <p className="event-change">{given(row.change)}</p>}
      <time className="note-hint num">{row.time}</time>
    </li>
  );
}
