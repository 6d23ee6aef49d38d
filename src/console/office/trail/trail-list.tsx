import { useQuery } from '@tanstack/react-query';
import { StatusDot } from '../../kit/list/cells.tsx';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { get, type ReplyOf } from '../../kit/net/call.ts';
import { trailSource } from './sources.ts';
import { TrailDetail } from './trail-detail.tsx';
import './trail.css';

/** 操作日志: every change and every view of full personal data, newest first. */
export const TrailList = listScreen({
  name: 'trail',
  source: trailSource,
  rowKey: (row) => row.id,
  columns: [
    { kind: 'time', title: '时间', text: (row) => row.time, width: 164 },
    { kind: 'text', title: '操作人', text: (row) => row.operator, width: 92 },
    { kind: 'ip', title: 'IP', text: (row) => row.ip, width: 116 },
    { kind: 'text', title: '操作类型', text: (row) => row.action, width: 128 },
    { kind: 'link', title: '对象', text: (row) => row.object_name, to: (row) => row.object_url, isAside: true, width: 220, grows: true },
    { kind: 'text', title: '变更内容', text: (row) => row.change },
    {
      kind: 'status',
      title: '哈希链',
      text: (row) => (row.hash === '' ? '待链接' : '已链接'),
      tone: (row) => (row.hash === '' ? 'work' : 'done'),
      width: 76,
    },
    // The first characters, by which rows are compared; the whole hash is in the details.
    { kind: 'text', title: '哈希', text: (row) => row.hash.slice(0, 8), width: 88 },
    { kind: 'actions', title: '操作', width: 64, actions: () => [{ label: '详情', dialog: TrailDetail }] },
  ],
  exportPath: '/api/export/trailExport',
  Lead: ChainState,
});

/** State of the trail's hash chain. The server recomputes its latest links on each view. */
function ChainState() {
  const { data, isError } = useQuery({
    queryKey: ['trail-chain'],
    queryFn: ({ signal }) => get('/api/ajax/trail/getChain', {}, { signal, quiet: true }),
  });
  if (isError) return <span className="chain-state">哈希链状态暂时读不到</span>;
  if (!data) return null;
  const { tone, text } = chainWords(data);
  return (
    <span className="chain-state num" title="每次打开时重新校验最新的一段；整条链由管理员用 fsck 校验">
      <StatusDot tone={tone} text={text} />
    </span>
  );
}

function chainWords({ linked, waiting, checked, checkedUntil, broken }: ReplyOf<'GET', '/api/ajax/trail/getChain'>): {
  tone: string;
  text: string;
} {
  if (broken !== '') return { tone: 'failed', text: `哈希链在第 ${broken} 环断开，须由系统管理员立即核查` };
  if (linked === 0) return { tone: 'over', text: '哈希链尚无记录' };
  const waits = waiting > 0 ? `，${waiting} 条待链接` : '';
  return { tone: 'done', text: `已校验至 ${checkedUntil}（最新 ${checked} 环，共 ${linked} 环${waits}）` };
}
