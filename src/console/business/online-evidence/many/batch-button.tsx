import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { OnlineKind } from '../../../../domain/business/codes/online-evidence.ts';
import { limits } from '../../../../domain/business/codes/limits.ts';
import { useMany } from '../../../kit/list/selection/use-many.ts';
import type { SelectedRows } from '../../../kit/list/selection/use-selected-rows.ts';
import { useOperator } from '../../../kit/session/operator.tsx';
import { GuardedButton } from '../../../kit/ui/guarded-button.tsx';
import { downloadByFrame } from '../../../kit/net/hidden-frame.ts';
import { toast } from '../../../kit/ui/toast.ts';
import { offerBatch } from './batch-offer.ts';
import { namedRows, type OnlineRow } from './online-row.ts';
import '../online.css';

const BatchDialog = lazy(async () => ({ default: (await import('./batch-dialog.tsx')).BatchDialog }));

interface Props {
  readonly kind: OnlineKind;
  /** Downloaded rows lose their mark, because they need no second download. */
  readonly selected: SelectedRows<OnlineRow>;
}

/** 下载 of the selected rows: hidden frames download the zips, and a dialog shows each row's result. */
export function BatchButton({ kind, selected }: Props) {
  const { uid, can } = useOperator();
  const cache = useQueryClient();
  const [opened, setOpened] = useState<readonly OnlineRow[]>();
  const [zips, setZips] = useState(0);
  const many = useMany<undefined>(
    async (numbers) => {
      const offer = await offerBatch(kind, numbers, uid);
      for (const zip of offer.zips) downloadByFrame(zip);
      setZips((before) => before + offer.zips.length);
      return offer.outcomes;
    },
    (failed) => {
      selected.keep(failed);
      void cache.invalidateQueries({ queryKey: ['/api/DownHistory/getList'] });
      return undefined;
    },
  );
  if (!can('evidence:download')) return null;
  const download = () => {
    if (selected.keys.length === 0) return toast('error', '请选择需要下载的证据');
    if (selected.keys.length > limits.batchNumbers) return toast('error', `一次最多下载${limits.batchNumbers}份证据`);
    setOpened(selected.rows);
    setZips(0);
    void many.start(selected.keys, undefined);
  };
  return (
    <>
      <GuardedButton className="btn btn-primary" onClick={download} disabled={opened !== undefined} resetKey={selected.keys.join()}>
        下载
      </GuardedButton>
      {opened && (
        <Suspense>
          <BatchDialog rows={namedRows(opened)} zips={zips} many={many} close={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
