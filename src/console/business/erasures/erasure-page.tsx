import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { erasureState } from '../../../domain/business/codes/erasures.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { get } from '../../kit/net/call.ts';
import { Card } from '../../kit/ui/field-list.tsx';
import { CutText } from '../../kit/ui/full-text/cut-text.tsx';
import { PlainTable, type TableColumn } from '../../kit/ui/plain-table.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';
import { DecideErasure, RequestErasure } from './dialogs.tsx';
import type { Erasure } from './erasure.ts';
import '../../kit/list/list.css';

/** 个人信息删除: who requested what, who decided it, and its progress. */
export function ErasurePage() {
  const cache = useQueryClient();
  const [open, setOpen] = useState<'request' | Erasure | null>(null);
  const query = useQuery({
    queryKey: ['erasures'],
    queryFn: ({ signal }) => get('/api/ajax/user/getErasures', { limit: 100 }, { signal, quiet: true }),
  });
  const done = () => {
    setOpen(null);
    void cache.invalidateQueries({ queryKey: ['erasures'] });
  };
  return (
    <QueryView query={query}>
      {({ list, can_request: canRequest }) => (
        <>
          <Card
            title="删除申请"
            action={
              canRequest && (
                <button type="button" className="btn btn-primary" onClick={() => setOpen('request')}>
                  申请删除
                </button>
              )
            }
          >
            <PlainTable rows={list} rowKey={({ id }) => id} columns={columnsFor(setOpen)} />
          </Card>
          {open === 'request' && <RequestErasure close={() => setOpen(null)} done={done} />}
          {open !== null && open !== 'request' && <DecideErasure erasure={open} close={() => setOpen(null)} done={done} />}
        </>
      )}
    </QueryView>
  );
}

function columnsFor(decide: (row: Erasure) => void): readonly TableColumn<Erasure>[] {
  return [
    { title: '用户编号', cell: ({ user_id: id }) => <span className="num">{id}</span> },
    { title: '名称', cell: ({ name }) => <CutText text={name} /> },
    { title: '申请原因', cell: ({ reason }) => reason, isProse: true },
    { title: '申请人', cell: ({ applicant }) => applicant },
    { title: '申请时间', cell: ({ apply_time: time }) => <span className="num">{time}</span> },
    {
      title: '状态',
      cell: ({ status, status_name: text, outcome }) => <StatusDot tone={toneOf(status)} text={text} note={outcome} />,
    },
    { title: '批准人', cell: ({ verifier }) => verifier },
    { title: '完成时间', cell: ({ done_time: time }) => <span className="num">{time}</span> },
    {
      title: '操作',
      cell: (row) =>
        row.can_decide && (
          <button type="button" className="link" onClick={() => decide(row)}>
            批准 / 驳回
          </button>
        ),
    },
  ];
}

function toneOf(status: number): 'done' | 'work' | 'wait' | 'failed' | 'over' {
  if (erasureState.is(status, 'requested')) return 'wait';
  if (erasureState.is(status, 'approved', 'erased')) return 'work';
  if (erasureState.is(status, 'stopped')) return 'failed';
  return erasureState.is(status, 'done') ? 'done' : 'over';
}
