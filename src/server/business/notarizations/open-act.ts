import { notarialStatus } from '../../../domain/business/codes/notarizations.ts';
import { afterAct, shownStatus, type NotarizationAct, type NotarizationStatus } from '../../../domain/business/rules/notarization.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Tx } from '../../platform/db/database.ts';
import { conflict, refuse, type Refusal } from '../../platform/http/refusal.ts';
import { hasChecked, type LockedApplication } from './store.ts';

/** The state that an operator's act leads to. @throws a conflict with the reason if the act is not possible. */
export async function openAct(
  tx: Tx,
  { id, status, pay_status }: LockedApplication,
  act: NotarizationAct,
  operatorId: string,
): Promise<NotarizationStatus> {
  const step = afterAct({ status, payStatus: pay_status }, act);
  if ('next' in step) return step.next;
  if (step.fault !== 'decided') throw conflict(faults[step.fault]);
  const own = await hasChecked(tx, id, operatorId);
  throw conflict(own ? `该申请已审核，当前状态为${notarialStatus.label(shownStatus[status])}` : '该申请已被其他人审核');
}

/** @throws a conflict that names another claimant, and since when. */
export async function refuseOthersClaim(
  tx: Tx,
  { is_claimed, claimed_by, claimed_at }: LockedApplication,
  operatorId: string,
): Promise<void> {
  if (!is_claimed || claimed_by === null || claimed_at === null || claimed_by === operatorId) return;
  const claimant = await tx.selectFrom('account').select('realname').where('id', '=', claimed_by).executeTakeFirstOrThrow();
  throw conflict(`${claimant.realname}自${formatTime(claimed_at)}起正在处理该申请`);
}

export function unknownApplication(): Refusal {
  return refuse('该申请不存在');
}

const faults = { unpaid: '该申请尚未支付，不能审核', withdrawn: '该申请已撤回' } as const;
