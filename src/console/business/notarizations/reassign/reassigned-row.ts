import type { ApplicationRow } from '../../../../contract/console/notarizations.ts';
import { notarialStatus } from '../../../../domain/business/codes/notarizations.ts';
import type { Permission } from '../../../../domain/business/access/access.ts';

/** The fields of an application that reassigning needs. */
export type ReassignedRow = Pick<ApplicationRow, 'orderId' | 'order_no' | 'name' | 'acceptor_id'>;

/** Operators with node 34, including role 1 (desk, Marking many). */
export const reassigners: readonly Permission[] = ['authority:role:edit'];

/** Why an application cannot be reassigned; empty while it is undecided and therefore can be. */
export function reassignObstacle({ notarialStatus: code, notarialStatus_name: state }: ApplicationRow): string {
  return notarialStatus.is(code, 'waiting') ? '' : `${state}，不能转派`;
}

export function nameOf({ name, order_no: note }: ReassignedRow) {
  return { title: name, note };
}
