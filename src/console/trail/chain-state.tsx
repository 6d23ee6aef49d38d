import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '../net/call.ts';
import { get } from '../net/call.ts';
import { StatusDot } from '../list/cells.tsx';
import './trail.css';

/** State of the trail's hash chain. The server recomputes its latest links on each view. */
export function ChainState() {
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
