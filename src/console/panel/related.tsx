import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { get } from '../net/call.ts';
import { QueryView } from '../ui/query-view.tsx';

/** What belongs to the object, as far as the operator may open it. */
export function Related({ object }: { object: string }) {
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
                      <li key={one.object}>
                        <Link to={one.url} title={one.label}>
                          {one.label.slice(one.label.indexOf(' ') + 1)}
                        </Link>
                      </li>
                    ))}
                </ul>
              </section>
            ))}
          </>
        );
      }}
    </QueryView>
  );
}
