import { useQueryClient } from '@tanstack/react-query';
import type { WebhookRow } from '../../../contract/console/webhooks.ts';
import { encodeRange } from '../../../contract/wire.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormField } from '../../kit/form/form-field.tsx';
import { EndTimeControl, TimeControl } from '../../kit/form/time-control.tsx';
import { post } from '../../kit/net/call.ts';

/** 重发 for all events of a time range that the endpoint subscribes to. */
export function ReplayRange({ webhook, close }: { readonly webhook: WebhookRow; readonly close: () => void }) {
  const cache = useQueryClient();
  const done = () => {
    close();
    void cache.invalidateQueries({ queryKey: ['/api/ajax/open/getDeliveryList'] });
  };
  return (
    <FormDialog
      title="重发时间段"
      fields={fields}
      question={({ since = '', until = '' }) => ({
        title: '重发事件',
        verb: '重发',
        text: `确定向${webhook.client_name}重发 ${since} 至 ${until} 之间发生的事件吗？每个事件投递一次，编号不变。`,
      })}
      submit={({ since = '', until = '' }) =>
        post(
          '/api/ajax/open/deliveryReplay',
          { webhook_id: webhook.webhook_id, datetime: encodeRange([since, until]) ?? '' },
          { about: { name: webhook.client_name } },
        )
      }
      close={close}
      done={done}
    />
  );
}

const fields: readonly FormField[] = [
  {
    kind: 'custom',
    name: 'since',
    label: '自',
    placeholder: '选择开始时间',
    missing: '请选择开始时间',
    isHalf: true,
    Control: TimeControl,
  },
  {
    kind: 'custom',
    name: 'until',
    label: '至',
    placeholder: '选择结束时间',
    missing: '请选择结束时间',
    isHalf: true,
    Control: EndTimeControl,
  },
];
