import type { WebhookRow } from '../../../contract/console/webhooks.ts';
import { clientStatus } from '../../../domain/business/codes/clients.ts';
import { endpointStateOf, endpointStates, type EndpointState } from '../../../domain/business/codes/endpoint-state.ts';
import type { Tone } from '../../kit/list/columns.ts';

/** State of an endpoint: a word, its colour, and the reason. */
export function webhookState(row: WebhookRow): { readonly text: string; readonly tone: Tone; readonly note: string } {
  const state = endpointStateOf({
    isEnabled: isEnabled(row),
    isClientEnabled: clientStatus.is(row.client_status, 'enabled'),
    isFailing: row.failing_since !== '',
  });
  const notes: Record<EndpointState, string> = {
    disabled: disabledText(row),
    resting: '客户端已停用，启用后继续发送',
    failing: `自 ${row.failing_since} 起连续失败，满五天自动停用`,
    enabled: '',
  };
  return { text: endpointStates[state], tone: tones[state], note: notes[state] };
}

/** The reason, and who disabled it when. */
function disabledText({ reason, disabled_by: by, disabled_time: time }: WebhookRow): string {
  const who = [by, time].filter((part) => part !== '').join('，');
  return (reason || '由客户端停用') + (who === '' ? '' : `（${who}）`);
}

const tones = { disabled: 'over', resting: 'over', failing: 'failed', enabled: 'done' } as const satisfies Record<EndpointState, Tone>;

export function isEnabled(row: WebhookRow): boolean {
  return clientStatus.is(row.status, 'enabled');
}
