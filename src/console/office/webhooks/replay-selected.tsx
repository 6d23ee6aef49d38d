import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryRow } from '../../../contract/console/webhooks.ts';
import type { SelectedRows } from '../../kit/list/selection/use-selected-rows.ts';
import { post } from '../../kit/net/call.ts';
import { TransportError } from '../../kit/net/request.ts';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import { toast } from '../../kit/ui/toast.ts';

/** 重发 for the events of the selected attempts, each event once. */
export function ReplaySelected({ selected }: { readonly selected: SelectedRows<DeliveryRow> }) {
  const cache = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [pending, setPending] = useState(false);
  const ask = () => {
    const events = [...new Set(selected.rows.map(({ event_id }) => event_id))];
    if (events.length === 0) toast('error', '请选择需要重发的事件');
    else setAsked({ events, webhook_id: selected.rows[0]?.webhook_id ?? '' });
  };
  const send = async ({ events, webhook_id }: Asked) => {
    setPending(true);
    try {
      await post('/api/ajax/open/deliveryReplay', { webhook_id, event_ids: events.join() }, { about: { name: `${events.length} 个事件` } });
      selected.keep([]);
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
      <GuardedButton onClick={ask} resetKey={`${selected.keys.join()} ${asked === undefined}`}>
        重发
      </GuardedButton>
      {asked && (
        <ConfirmDialog
          title="重发事件"
          verb="重发"
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
