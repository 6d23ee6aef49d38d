import { randomUUID } from 'node:crypto';
import { notarialStatus } from '../../../../domain/business/codes/notarizations.ts';
import { shownStatus, type NotarizationStatus } from '../../../../domain/business/rules/notarization.ts';
import { findAbleAcceptor, lockAssignments, setAcceptor } from '../../../desk/acceptors/store.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { conflict, refuse } from '../../../platform/http/refusal.ts';
import { sendMessage } from '../../../desk/messages/store.ts';
import { recordTrail, type Actor } from '../../../desk/trail/trail.ts';
import { refuseOthersClaim, unknownApplication } from '../open-act.ts';
import { lockApplication, type Scope } from '../store.ts';

export interface Reassignment {
  readonly id: string;
  /** The account that is to get it. */
  readonly acceptorId: string;
  /** The acceptor that the operator saw, `nobody` for none; undefined to skip the check. */
  readonly was: string | undefined;
}

/** The wire value for "no acceptor", as opposed to a request that leaves the field out. */
export const nobody = '0';

/**
 * Assigns an undecided application to another acceptor, writes the trail row and messages both acceptors. Nothing changes if it is already
 * theirs.
 * @throws Refusal `该申请不存在`, or that the account accepts none; a conflict if it is decided or withdrawn, claimed by another operator,
 * or was
 * reassigned meanwhile.
 */
export async function reassignApplication(
  db: Database,
  { id, acceptorId, was }: Reassignment,
  scope: Scope,
  operator: Actor,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAssignments(tx);
    const to = await findAbleAcceptor(tx, acceptorId);
    if (!to) throw refuse(unable);
    const order = await lockApplication(tx, id, scope);
    if (!order) throw unknownApplication();
    if (order.status !== 'pending') throw conflict(decidedText(order.status));
    if (order.acceptor_id === to.id) return;
    if (was !== undefined && was !== (order.acceptor_id ?? nobody))
      throw conflict(order.acceptor_id === null ? '该申请现无受理人' : `该申请已改由${order.acceptor_name}受理`);
    await refuseOthersClaim(tx, order, operator.id);
    await setAcceptor(tx, to, [id]);
    await recordTrail(tx, operator, {
      action: order.acceptor_id === null ? '分派出证申请' : '改派出证申请',
      object: `application/${id}`,
      before: { acceptor: order.acceptor_id, name: order.acceptor_name },
      after: { acceptor: to.id, name: to.name },
    });
    await tellReassigned(tx, id, [order.acceptor_id, to.id]);
  });
}

/** Messages the old and the new acceptor, each time an application is reassigned. */
async function tellReassigned(tx: Tx, id: string, acceptors: readonly (string | null)[]): Promise<void> {
  const to = acceptors.flatMap((accountId) => accountId ?? []);
  await sendMessage(tx, { kind: 'reassigned', object: `application/${id}`, event: `application/${id}/reassigned/${randomUUID()}` }, to);
}

/** @throws Refusal if the account accepts no applications. */
export async function refuseUnable(db: Database, acceptorId: string): Promise<void> {
  if (!(await findAbleAcceptor(db, acceptorId))) throw refuse(unable, { acceptor: unable });
}

const unable = '该账号不受理出证申请，请重新选择';

function decidedText(status: NotarizationStatus): string {
  if (status === 'withdrawn') return '该申请已撤回，不能转派';
  return `该申请已审核（${notarialStatus.label(shownStatus[status])}），不能转派`;
}
