import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryRow } from '../../contract/console/open/webhooks.ts';
import type { Marked } from '../list/marking/use-marked.ts';
import { post } from '../net/call.ts';
import { TransportError } from '../net/request.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { toast } from '../ui/toast.ts';

/** 重发 for the events of the marked attempts, each event once. */
export function ReplayMarked({ marked }: { readonly marked: Marked<DeliveryRow> }) {
  const cache = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [pending, setPending] = useState(false);
  const ask = () => {
    const events = [...new Set(marked.rows.map(({ event_id }) => event_id))];
    if (events.length === 0) toast('error', '请选择需要重发的事件');
    else setAsked({ events, webhook_id: marked.rows[0]?.webhook_id ?? '' });
  };
  const send = async ({ events, webhook_id }: Asked) => {
    setPending(true);
    try {
      await post('/api/ajax/open/deliveryReplay', { webhook_id, event_ids: events.join() });
      marked.keep([]);
    } catch (error) {
      if (error instanceof TransportError) toast('error', error.message);
    } finally {
      setPending(false);
      setAsked(undefined);
      void cache.invalidateQueries({ queryKey: ['/api/ajax/open/getDeliveryList'] });
    }
  };
  return (
    <>
      <GuardedButton onClick={ask} resetKey={`${marked.keys.join()} ${asked === undefined}`}>
        重发
      </GuardedButton>
      {asked && (
        <ConfirmDialog
          title="重发事件"
          text={`确定立即重发 ${asked.events.length} 个事件吗？各投递一次，事件编号不变，以当前密钥签名。`}
          pending={pending}
          confirm={() => void send(asked)}
          cancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

interface Asked {
  readonly webhook_id: string;
  readonly events: readonly string[];
}
