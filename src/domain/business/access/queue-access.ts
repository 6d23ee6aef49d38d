import type { QueueKind } from '../codes/queues.ts';
import type { Permission } from './access.ts';

/** Permissions for a queue: `act` to decide, and `page` to open the list with the same cases. Both are required. */
export const queueAccess = {
  enterprise: { act: 'user:review', page: 'user:enterprise' },
  'enterprise-repair': { act: 'user:review', page: 'user:enterprise' },
  individual: { act: 'user:review', page: 'user:individual' },
  'individual-repair': { act: 'user:review', page: 'user:individual' },
  notarization: { act: 'notarization:review', page: 'notarization:list' },
  'invoice-first': { act: 'finance:invoice:first', page: 'finance:invoice' },
  'invoice-issue': { act: 'finance:invoice:issue', page: 'finance:invoice' },
} as const satisfies Record<QueueKind, { readonly act: Permission; readonly page: Permission }>;

export function queueNeeds(kind: QueueKind): readonly [Permission, Permission] {
  const { page, act } = queueAccess[kind];
  return [page, act];
}
