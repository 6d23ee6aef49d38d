import { clientStatus } from './clients.ts';
import { webhookHealth } from './deliveries.ts';

/** Display state of an endpoint. Endpoints of a disabled client are paused. */
export const endpointStates = {
  disabled: clientStatus.label('disabled'),
  resting: '暂停',
  failing: webhookHealth.label('failing'),
  enabled: clientStatus.label('enabled'),
} as const;
export type EndpointState = keyof typeof endpointStates;

interface Endpoint {
  readonly isEnabled: boolean;
  readonly isClientEnabled: boolean;
  readonly isFailing: boolean;
}

export function endpointStateOf({ isEnabled, isClientEnabled, isFailing }: Endpoint): EndpointState {
  if (!isEnabled) return 'disabled';
  if (!isClientEnabled) return 'resting';
  return isFailing ? 'failing' : 'enabled';
}
