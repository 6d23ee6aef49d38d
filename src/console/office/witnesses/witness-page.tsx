import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusDot } from '../../kit/list/cells.tsx';
import { get, type ReplyOf } from '../../kit/net/call.ts';
import { Card, FieldList } from '../../kit/ui/field-list.tsx';
import { CutText } from '../../kit/ui/full-text/cut-text.tsx';
import { Notice } from '../../kit/ui/notices.tsx';
import { PlainTable, type TableColumn } from '../../kit/ui/plain-table.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';
import { Rounds } from './rounds.tsx';
import '../../kit/list/list.css';
import './witnesses.css';

type Witnesses = ReplyOf<'GET', '/api/ajax/custody/getWitnesses'>;

/** 见证: which witness cosigned which checkpoint and when, and conflicts that a witness reported. */
export function WitnessPage() {
  const query = useQuery({
    queryKey: ['witnesses'],
    queryFn: ({ signal }) => get('/api/ajax/custody/getWitnesses', {}, { signal, quiet: true }),
    refetchInterval: everyMs,
  });
  return <QueryView query={query}>{(reply) => <WitnessView reply={reply} />}</QueryView>;
}

const everyMs = 30_000;

function WitnessView({ reply }: { reply: Witnesses }) {
  const { configured, witnesses, conflicts } = reply;
  const open = conflicts.filter((one) => one.is_open);
  if (!configured && conflicts.length === 0)
    return <Notice title="未配置见证方">由技术人员在服务器上配置见证方之后，在此查看它们对存证日志的共同签名。</Notice>;
  return (
    <div className="witness-page">
      {open.length > 0 && <OpenForks forks={open} />}
      <Card title="共同签名">
        <FieldList columns={3} items={summaryOf(reply)} />
      </Card>
      <Card title="见证方">
        <PlainTable rows={witnesses} rowKey={({ vkey }) => vkey} columns={witnessColumns} />
      </Card>
      {conflicts.length > 0 && (
        <Card title="矛盾记录">
          <PlainTable rows={conflicts} rowKey={({ id }) => id} columns={conflictColumns} />
        </Card>
      )}
      <Rounds />
    </div>
  );
}

/** The alarm: what happened, and where to respond. */
function OpenForks({ forks }: { forks: Witnesses['conflicts'] }) {
  const [first] = forks;
  return (
    <section className="witness-alarm" role="alert">
      <h2>日志分叉</h2>
      <p>
        {forks.map(({ witness }) => `“${witness}”`).join('、')}
        出示了带有本处日志签名、而本处没有签过的检查点。新的存证暂不显示为已锚定，直到系统管理员查明并处理。
      </p>
      {first && (
        <Link className="btn" to={`/office/witness/${first.id}`}>
          查看并处理
        </Link>
      )}
    </section>
  );
}

function summaryOf({ demand, newest, cosigned }: Witnesses) {
  return [
    { label: '策略', value: demand },
    { label: '共同签名至', value: cosigned && `检查点 ${count(cosigned.size)}（${cosigned.time}）` },
    { label: '最新检查点', value: newest && `${count(newest.size)}（${newest.time}）` },
  ];
}

const witnessColumns: readonly TableColumn<Witnesses['witnesses'][number]>[] = [
  { title: '见证方', cell: ({ name }) => <CutText text={name} /> },
  { title: '状态', cell: ({ tone, state_name: text, detail }) => <StatusDot tone={tone} text={text} note={detail} /> },
  { title: '最近共同签名', cell: ({ time }) => <span className="num">{time}</span> },
  { title: '检查点', cell: ({ size }) => size !== null && <span className="num">{count(size)}</span> },
  { title: '算法', cell: ({ algorithm }) => algorithm },
  { title: '地址', cell: ({ url }) => <CutText text={url} /> },
];

const conflictColumns: readonly TableColumn<Witnesses['conflicts'][number]>[] = [
  { title: '时间', cell: ({ found_time: time }) => <span className="num">{time}</span> },
  { title: '见证方', cell: ({ witness }) => <CutText text={witness} /> },
  { title: '回答', cell: ({ kind_name: kind }) => kind },
  {
    title: '结果',
    cell: ({ is_open: isOpen, shown_size: shown }) =>
      isOpen ? (
        <StatusDot tone="failed" text="日志分叉，待处理" />
      ) : shown === null ? (
        <StatusDot tone="wait" text="没有证据，已搁置" />
      ) : (
        <StatusDot tone="over" text="日志分叉，已处理" />
      ),
  },
  { title: '处理人', cell: ({ operator }) => operator },
  { title: '操作', cell: ({ id }) => <Link to={`/office/witness/${id}`}>详情</Link> },
];

function count(size: number): string {
  return size.toLocaleString('en-US');
}
