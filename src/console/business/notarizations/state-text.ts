import { notarialStatus } from '../../../domain/business/codes/notarizations.ts';
import { payStatus } from '../../../domain/business/codes/orders.ts';
import type { ApplicationRow } from '../../../contract/console/notarizations.ts';

type State = Pick<ApplicationRow, 'payStatus' | 'payStatus_name' | 'notarialStatus' | 'notarialStatus_name'>;

/** 出证状态. Empty where 待审核 would be false: nobody reviews an application before it is paid. */
export function notarialText(row: State): string {
  return isUnpaid(row) ? '' : row.notarialStatus_name;
}

/** The state that tells what the application waits for, or how it ended. */
export function stateText(row: State): string {
  return isUnpaid(row) ? row.payStatus_name : row.notarialStatus_name;
}

function isUnpaid({ payStatus: paid, notarialStatus: code }: State): boolean {
  return notarialStatus.is(code, 'waiting') && payStatus.is(paid, 'unpaid', 'failed');
}
