import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { OnlineKind } from '../../../domain/codes/online-evidence.ts';
import { limits } from '../../../domain/codes/limits.ts';
import { useMany } from '../../list/marking/use-many.ts';
import type { Marked } from '../../list/marking/use-marked.ts';
import { useOperator } from '../../session/operator.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { downloadByFrame } from '../../net/hidden-frame.ts';
import { toast } from '../../ui/toast.ts';
import { offerBatch } from './batch-offer.ts';
import { namedRows, type OnlineRow } from './online-row.ts';
import '../online.css';

const BatchDialog = lazy(async () => ({ default: (await import('./batch-dialog.tsx')).BatchDialog }));

interface Props {
  readonly kind: OnlineKind;
  /** Downloaded rows lose their mark, because they need no second download. */
  readonly marked: Marked<OnlineRow>;
}

/** 下载 of the marked rows: hidden frames download the zips, and a dialog shows each row's result. */
export function BatchButton({ kind, marked }: Props) {
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
      marked.keep(failed);
      void cache.invalidateQueries({ queryKey: ['/api/DownHistory/getList'] });
      return undefined;
    },
  );
  if (!can('evidence:download')) return null;
  const download = () => {
    if (marked.keys.length === 0) return toast('error', '请选择需要下载的证据');
    if (marked.keys.length > limits.batchNumbers) return toast('error', `一次最多下载${limits.batchNumbers}份证据`);
    setOpened(marked.rows);
    setZips(0);
    void many.start(marked.keys, undefined);
  };
  return (
    <>
      <GuardedButton className="btn btn-primary" onClick={download} disabled={opened !== undefined} resetKey={marked.keys.join()}>
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
