import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { WebhookRow } from '../../../contract/console/webhooks.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { get } from '../../kit/net/call.ts';
import { CutText } from '../../kit/ui/full-text/cut-text.tsx';
import { ReplayRange } from './replay-range.tsx';
import { webhookSource } from './sources.ts';
import { isEnabled, webhookState } from './webhook-state.ts';
import { DisableWebhook, EnableWebhook } from './webhook-status.tsx';
import './webhooks.css';

/** The endpoint of the list: its owner and state. */
export function WebhookHead() {
  const webhook = useWebhook();
  if (!webhook) return null;
  const { text, tone, note } = webhookState(webhook);
  return (
    <span className="webhook-head">
      <StatusDot tone={tone} text={text} note={note} />
      <CutText text={`${webhook.client_name}　${webhook.url}`} />
    </span>
  );
}

/** Actions on the endpoint as a whole. */
export function WebhookTools() {
  const webhook = useWebhook();
  const [opened, setOpened] = useState<'range' | 'status'>();
  if (!webhook) return null;
  const close = () => setOpened(undefined);
  const Status = isEnabled(webhook) ? DisableWebhook : EnableWebhook;
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpened('range')}>
        重发时间段
      </button>
      <button type="button" className="btn" onClick={() => setOpened('status')}>
        {isEnabled(webhook) ? '停用' : '启用'}
      </button>
      {opened === 'range' && <ReplayRange webhook={webhook} close={close} />}
      {opened === 'status' && <Status row={webhook} rows={[]} filters={{}} close={close} />}
    </>
  );
}

function useWebhook(): WebhookRow | undefined {
  const { webhook_id = '' } = useParams();
  const { data } = useQuery({
    queryKey: [webhookSource.path, 'one', webhook_id],
    queryFn: ({ signal }) => get(webhookSource.path, { webhook_id }, { signal, quiet: true }),
  });
  return data?.list[0];
}
