import { progress } from '../../../domain/business/codes/notarizations.ts';
import { progressOf, type NotarizationStatus } from '../../../domain/business/rules/notarization.ts';
import type { NewEvent } from '../../desk/events/emit.ts';

/** The event of an application that has entered a state; it does not include the document. */
export function notarizationEvent(
  { id, order_no, user_id }: { readonly id: string; readonly order_no: string; readonly user_id: string },
  status: NotarizationStatus,
): NewEvent {
  return { type: eventTypes[status], data: { user_id, orderId: id, order_no, progress: progress.code(progressOf[status]) } };
}

const eventTypes = {
  pending: 'notarization.created',
  passed: 'notarization.approved',
  failed: 'notarization.rejected',
  withdrawn: 'notarization.withdrawn',
} as const satisfies Record<NotarizationStatus, string>;
