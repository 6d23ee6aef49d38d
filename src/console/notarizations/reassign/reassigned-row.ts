import type { ApplicationRow } from '../../../contract/console/notarizations.ts';
import { notarialStatus } from '../../../domain/codes/notarizations.ts';
import type { Permission } from '../../../domain/access/access.ts';

/** What giving an application to another needs to know of it. */
export type ReassignedRow = Pick<ApplicationRow, 'orderId' | 'order_no' | 'name' | 'acceptor_id'>;

/** Who may: holders of node 34, role 1 among them (desk, Marking many). */
export const reassigners: readonly Permission[] = ['authority:role:edit'];

/** Why an application cannot go to another acceptor; empty where it can: as long as nobody has decided on it. */
export function reassignObstacle({ notarialStatus: code, notarialStatus_name: state }: ApplicationRow): string {
  return notarialStatus.is(code, 'waiting') ? '' : `${state}，不能转派`;
}

export function nameOf({ name, order_no: note }: ReassignedRow) {
  return { title: name, note };
}
