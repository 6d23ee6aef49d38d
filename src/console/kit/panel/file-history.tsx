import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../ui/query-view.tsx';
import { fileHistoryQuery } from './file-history-query.ts';
import { PanelPager } from './panel-pager.tsx';
import { given } from '../ui/given-text.tsx';

/** Who received the object's files, newest first. */
export function FileHistory({ object }: { object: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(fileHistoryQuery(object, page, rowsAtOnce));
  return (
    <QueryView query={query}>
      {({ list, count }) => (
        <>
          {list.length === 0 && <p className="panel-none">还没有人下载过文件</p>}
          <ol className="timeline" aria-label="文件去向">
            {list.map((row) => (
              <li key={row.id} className="event">
                <p className="event-what">
                  <b>{given(row.operator === '' ? `访问者 ${row.ip}` : row.operator)}</b> <span>{given(row.what)}</span>
                  {row.is_batch === 1 && <span className="note-hint"> 批量</span>}
                </p>
                <time className="note-hint num">{row.time}</time>
              </li>
            ))}
          </ol>
          <PanelPager page={page} total={count} limit={rowsAtOnce} turnTo={setPage} />
        </>
      )}
    </QueryView>
  );
}
const rowsAtOnce = 20;
