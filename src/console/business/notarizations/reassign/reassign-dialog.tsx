import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { ManyDialog } from '../../../kit/list/selection/many-dialog.tsx';
import { outcomesOf, useMany } from '../../../kit/list/selection/use-many.ts';
import type { SelectedRows } from '../../../kit/list/selection/use-selected-rows.ts';
import { get, post } from '../../../kit/net/call.ts';
import { detailPath, listPath } from '../application-query.ts';
import { nameOf, type ReassignedRow } from './reassigned-row.ts';

interface Props {
  /** The rows that were selected when the dialog was opened. */
  readonly rows: readonly ReassignedRow[];
  readonly selected: SelectedRows<ReassignedRow>;
  readonly close: () => void;
}

/** Asks for an acceptor, reassigns each application, and shows each result. One that somebody else reassigned meanwhile stays there. */
export function ReassignDialog({ rows, selected, close }: Props) {
  const cache = useQueryClient();
  const [isSent, setSent] = useState(false);
  const { data } = useQuery({
    queryKey: [acceptorsPath],
    queryFn: ({ signal }) => get(acceptorsPath, {}, { signal }),
    staleTime: 0,
  });
  const acceptorOf = (id: string) => [...selected.rows, ...rows].find((row) => row.orderId === id)?.acceptor_id || nobody;
  const many = useMany<string>(
    async (orderIds, acceptor) =>
      outcomesOf(await post('/api/ajax/data/reassign', { orderIds, acceptor, was: orderIds.map(acceptorOf) }, { quiet: true })),
    (failed) => {
      selected.keep(failed);
      return Promise.all([listPath, detailPath, acceptorsPath].map((path) => cache.invalidateQueries({ queryKey: [path] })));
    },
  );
  if (isSent)
    return <ManyDialog title="转派受理人" rows={rows.map((row) => ({ key: row.orderId, ...nameOf(row) }))} many={many} close={close} />;
  return (
    <FormDialog
      title={`转派受理人（${rows.length} 份）`}
      width={440}
      fields={[
        {
          kind: 'select',
          name: 'acceptor',
          label: '转派给',
          placeholder: data?.list.length === 0 ? '没有可以受理出证的账号' : '请选择受理人',
          missing: '请选择受理人',
          options: (data?.list ?? []).map(({ id, name, open }) => ({ value: id, label: `${name}（待办 ${open} 份）` })),
          note: ExclusionNote,
        },
      ]}
      submit={async ({ acceptor = '' }) =>
        void many.start(
          rows.map(({ orderId }) => orderId),
          acceptor,
        )
      }
      close={close}
      done={() => setSent(true)}
    />
  );
}

const acceptorsPath = '/api/ajax/data/acceptorList';
/** The call's value for an application without an acceptor. */
const nobody = '0';

function ExclusionNote() {
  return <>已审核、已撤回或他人正在处理的申请不会转派。</>;
}
