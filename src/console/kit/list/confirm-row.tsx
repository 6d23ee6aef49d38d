import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { RowDialog } from './columns.ts';
import { TransportError } from '../net/request.ts';
import { toast } from '../ui/toast.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog }));

interface Spec<Row> {
  readonly title: string;
  /** What is confirmed, in one word. */
  readonly verb: string;
  readonly text: (row: Row) => string;
  readonly isDanger?: boolean;
  readonly send: (row: Row) => Promise<unknown>;
  /** The list is fetched again afterwards, even after a refusal, because somebody else may have acted first. */
  readonly listPath: string;
}

/** A change of one row that asks for confirmation first; the server's message reports the result. */
export function confirmRow<Row>({ title, verb, text, isDanger, send, listPath }: Spec<Row>): RowDialog<Row> {
  return function ConfirmRow({ row, close }) {
    const cache = useQueryClient();
    const [pending, setPending] = useState(false);
    const confirm = async () => {
      setPending(true);
      await send(row).catch((error: unknown) => error instanceof TransportError && toast('error', error.message));
      void cache.invalidateQueries({ queryKey: [listPath] });
      close();
    };
    return (
      <Suspense>
        <ConfirmDialog
          title={title}
          verb={verb}
          text={text(row)}
          isDanger={isDanger}
          pending={pending}
          confirm={() => void confirm()}
          cancel={close}
        />
      </Suspense>
    );
  };
}
