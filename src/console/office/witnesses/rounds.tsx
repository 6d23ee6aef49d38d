import { useInfiniteQuery } from '@tanstack/react-query';
import { StatusDot } from '../../kit/list/cells.tsx';
import { get, type ReplyOf } from '../../kit/net/call.ts';
import { Card } from '../../kit/ui/field-list.tsx';
import { PlainTable, type TableColumn } from '../../kit/ui/plain-table.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';

type RoundsReply = ReplyOf<'GET', '/api/ajax/custody/getWitnessRounds'>;

/** The results of the rounds, newest first. */
export function Rounds() {
  const query = useInfiniteQuery({
    queryKey: ['witness-rounds'],
    queryFn: ({ signal, pageParam }) =>
      get('/api/ajax/custody/getWitnessRounds', pageParam === '' ? {} : { before: pageParam }, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ rounds, has_more: hasMore }: RoundsReply) => (hasMore ? rounds.at(-1)?.id : undefined),
  });
  return (
    <Card title="历次询问">
      <QueryView query={query}>
        {({ pages }) => (
          <>
            <PlainTable rows={pages.flatMap(({ rounds }) => rounds)} rowKey={({ id }) => id} columns={columns} />
            {query.hasNextPage && (
              <button type="button" className="link witness-more" disabled={query.isFetching} onClick={() => void query.fetchNextPage()}>
                更早的询问
              </button>
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}

const columns: readonly TableColumn<RoundsReply['rounds'][number]>[] = [
  { title: '时间', cell: ({ time }) => <span className="num">{time}</span> },
  { title: '检查点', cell: ({ size }) => <span className="num">{size.toLocaleString('en-US')}</span> },
  {
    title: '回答',
    isProse: true,
    cell: ({ answers }) =>
      answers.length > 0 && (
        <span className="witness-answers">
          {answers.map(({ witness, tone, outcome_name: outcome, detail }) => (
            <StatusDot key={witness} tone={tone} text={`${witness} ${outcome}`} note={detail} />
          ))}
        </span>
      ),
  },
];
