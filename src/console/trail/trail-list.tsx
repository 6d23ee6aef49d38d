import { listScreen } from '../list/list-screen.tsx';
import { ChainState } from './chain-state.tsx';
import { trailSource } from './sources.ts';
import { TrailDetail } from './trail-detail.tsx';

/** 操作日志: every change and every view of full personal data, newest first. */
export const TrailList = listScreen({
  name: 'trail',
  source: trailSource,
  rowKey: (row) => row.id,
  columns: [
    { kind: 'time', title: '时间', text: (row) => row.time, width: 164 },
    { kind: 'text', title: '操作人', text: (row) => row.operator, width: 92 },
    { kind: 'ip', title: 'IP', text: (row) => row.ip, width: 116 },
    { kind: 'text', title: '操作类型', text: (row) => row.action, width: 104 },
    { kind: 'text', title: '对象', text: (row) => row.object_name, width: 136 },
    { kind: 'text', title: '变更内容', text: (row) => row.change },
    {
      kind: 'status',
      title: '哈希链',
      text: (row) => (row.hash === '' ? '待链接' : '已链接'),
      tone: (row) => (row.hash === '' ? 'work' : 'done'),
      width: 80,
    },
    { kind: 'id', title: '哈希', text: (row) => row.hash, chars: 12, width: 144 },
    { kind: 'actions', title: '操作', width: 64, actions: () => [{ label: '详情', dialog: TrailDetail }] },
  ],
  exportPath: '/api/export/trailExport',
  Lead: ChainState,
});
