import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { QueueKind } from '../../../domain/business/codes/queues.ts';
import { post } from '../net/call.ts';
import { TransportError } from '../net/request.ts';
import { useOperator } from '../session/operator.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { toast } from '../ui/toast.ts';

interface Claimed {
  readonly id: string;
  /** Who has claimed it. */
  readonly operator: string;
}

/** 释放: an administrator ends the claims of other operators. `ask` is undefined for anybody else; `dialog` asks for confirmation. */
export function useRevoke(kind: QueueKind): { readonly ask: ((claimed: Claimed) => void) | undefined; readonly dialog: ReactNode } {
  const { isSuper } = useOperator();
  const cache = useQueryClient();
  const [asked, setAsked] = useState<Claimed>();
  const [pending, setPending] = useState(false);
  const revoke = async ({ id, operator }: Claimed) => {
    setPending(true);
    try {
      await post('/api/ajax/queue/revoke', { kind, id }, { about: { act: '不再由其处理', name: operator } });
    } catch (error) {
      if (error instanceof TransportError) toast('error', error.message);
    }
    setPending(false);
    setAsked(undefined);
    await cache.invalidateQueries();
  };
  return {
    ask: isSuper ? setAsked : undefined,
    dialog: asked && (
      <ConfirmDialog
        title="释放"
        verb="释放"
        text={`确定释放${asked.operator}正在处理的这件申请吗？释放后其他人可以处理，${asked.operator}暂时不能再次处理。`}
        pending={pending}
        confirm={() => void revoke(asked)}
        cancel={() => setAsked(undefined)}
      />
    ),
  };
}

/** The button, where one case is shown. */
export function RevokeButton({ kind, claimed }: { readonly kind: QueueKind; readonly claimed: Claimed }) {
  const { ask, dialog } = useRevoke(kind);
  return (
    <>
      {ask && (
        <GuardedButton className="link" onClick={() => ask(claimed)}>
          释放
        </GuardedButton>
      )}
      {dialog}
    </>
  );
}
