import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { get } from '../net/call.ts';
import { QueryView } from '../ui/query-view.tsx';
import { fileHistoryQuery, fileHistoryTab } from './file-history-query.ts';
import { given } from '../ui/given-text.tsx';

interface Props {
  readonly object: string;
  /** Switches to another tab. */
  readonly show: (name: string) => void;
}

/** The object's related objects, as far as the operator may open them, and the latest downloads of its files. */
export function Related({ object, show }: Props) {
  const query = useQuery({
    queryKey: ['related', object],
    queryFn: ({ signal }) => get('/api/ajax/timeline/getRelated', { object }, { signal, quiet: true }),
  });
  return (
    <QueryView query={query}>
      {({ list }) => {
        const kinds = [...new Set(list.map((one) => one.kind_name))];
        return (
          <>
            {list.length === 0 && <p className="panel-none">没有您可以打开的相关内容</p>}
            {kinds.map((kind) => (
              <section key={kind} className="related" aria-label={kind}>
                <h3>{kind}</h3>
                <ul>
                  {list
                    .filter((one) => one.kind_name === kind)
                    .map((one) => (
                      <li key={`${one.object} ${one.label}`}>
                        <Link to={one.url} title={one.label}>
                          {given(one.label.slice(one.label.indexOf(' ') + 1))}
                        </Link>
                      </li>
                    ))}
                </ul>
              </section>
            ))}
            <Downloads object={object} show={show} />
          </>
        );
      }}
    </QueryView>
  );
}

/** The latest recipients of files; nothing if there are none. */
function Downloads({ object, show }: Props) {
  const { data } = useQuery(fileHistoryQuery(object, 1, downloadsShown));
  if (!data || data.count === 0) return null;
  return (
    <section className="related" aria-label="下载">
      <h3>下载</h3>
      <ul>
        {data.list.map((row) => (
          <li key={row.id} className="num">
            {row.operator === '' ? `访问者 ${row.ip}` : row.operator} {row.what} <span className="note-hint">{row.time}</span>
          </li>
        ))}
      </ul>
      <button type="button" className="link" onClick={() => show(fileHistoryTab)}>
        全部 {data.count} 次
      </button>
    </section>
  );
}
const downloadsShown = 5;
