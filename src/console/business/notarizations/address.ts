import type { ApplicationRow } from '../../../contract/console/notarizations.ts';

/** Identifies an application in its page's address; all are strings. */
export interface ApplicationAddress {
  readonly orderId: string;
  readonly userId: string;
  readonly dataId: string;
  readonly type: string;
}

/** /evidence/results/{userId}/{dataId}/{orderId}/{type} (spec/console, 2.3). */
export function applicationPath({ userId, dataId, orderId, type }: Pick<ApplicationRow, 'userId' | 'dataId' | 'orderId' | 'type'>): string {
  return `/evidence/results/${[userId, dataId, orderId, String(type)].map(encodeURIComponent).join('/')}`;
}

/** The address's parameters in the order in which the call sends them, so that the prefetched reply is found by the same fields. */
export function addressOf(params: Readonly<Record<string, string | undefined>>): ApplicationAddress {
  const { orderId = '', userId = '', dataId = '', type = '' } = params;
  return { orderId, userId, dataId, type };
}
