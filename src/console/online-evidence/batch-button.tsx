import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { OnlineKind } from '../../domain/codes/online-evidence.ts';
import { limits } from '../../domain/codes/limits.ts';
import { useOperator } from '../session/operator.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { downloadByFrame } from '../net/hidden-frame.ts';
import { toast } from '../ui/toast.ts';
import { offerBatch } from './batch-offer.ts';
import './online.css';

const BatchDialog = lazy(async () => ({ default: (await import('./batch-dialog.tsx')).BatchDialog }));

interface Props {
  readonly kind: OnlineKind;
  readonly numbers: readonly string[];
  /** Takes the choice back: what was downloaded need not be again. */
  readonly clear: () => void;
}

/** 下载 of the chosen rows: the zips go through hidden frames, a dialog says how it stands. */
export function BatchButton({ kind, numbers, clear }: Props) {
  const { uid, can } = useOperator();
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { mutate, data, error, variables } = useMutation({
    mutationFn: (chosen: readonly string[]) => offerBatch(kind, chosen, uid),
    onSuccess: ({ zips }) => {
      for (const zip of zips) downloadByFrame(zip);
      clear();
      void cache.invalidateQueries({ queryKey: ['/api/DownHistory/getList'] });
    },
  });
  if (!can('evidence:download')) return null;
  const download = () => {
    if (numbers.length === 0) return toast('error', '请选择需要下载的证据');
    if (numbers.length > limits.batchNumbers) return toast('error', `一次最多下载${limits.batchNumbers}份证据`);
    setOpen(true);
    mutate(numbers);
  };
  return (
    <>
      <span className="batch-chosen num" aria-live="polite">
        已选 {numbers.length} 份
      </span>
      <GuardedButton className="btn btn-primary" onClick={download} disabled={isOpen} freedBy={numbers.join()}>
        下载
      </GuardedButton>
      {isOpen && (
        <Suspense>
          <BatchDialog count={variables?.length ?? 0} offer={data} error={error} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
