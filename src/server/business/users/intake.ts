import { repairType, userStatus, userType, type UserType } from '../../../domain/business/codes/users.ts';
import { afterSubmission } from '../../../domain/business/rules/user-review.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Pictures } from '../../platform/db/json.ts';
import { heldPoints } from '../points/held-points.ts';
import { pointsOf } from '../points/ledger.ts';
import { sendMessage } from '../../desk/messages/store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { conflict } from '../../open/signed/refusal.ts';
import { unknownUser } from './evidence-owner.ts';
import { changeUser, insertLogin, insertSubmission, insertUser, isErased, lastRefuser, lockUser } from './store.ts';

export interface NewUser {
  readonly type: UserType;
  readonly mobile: string;
  readonly name: string;
}

/** Registers a user of the front end. @throws IntakeRefusal 409 if the mobile is taken for this type. */
export async function createUser(tx: Tx, user: NewUser, actor: Actor): Promise<string> {
  const id = await insertUser(tx, { ...user, registered_at: new Date() });
  if (id === undefined) throw conflict('mobile is registered already for this type');
  await recordTrail(tx, actor, {
    action: '登记用户',
    object: `user/${id}`,
    after: { type: user.type, name: user.name, mobile: user.mobile },
  });
  return id;
}

export interface NewSubmission {
  readonly name: string;
  readonly idCard: string;
  readonly contactName: string;
  readonly address: string;
  readonly taxNumber: string;
  readonly legalPerson: string;
  readonly pictures: Pictures;
}

/** Submits identity data for review. @throws IntakeRefusal 404, or 409 if a submission is already pending. */
export async function submitVerification(
  tx: Tx,
  userId: string,
  data: NewSubmission,
  actor: Actor,
): Promise<{ user_status: number; repair_type: number }> {
  const user = await lockUser(tx, userId);
  if (!user || (await isErased(tx, userId))) throw unknownUser();
  const step = afterSubmission(user);
  if (!step) throw conflict('a submission waits for review');
  const submissionId = await insertSubmission(
    tx,
    {
      user_id: userId,
      kind: step.kind,
      name: data.name,
      id_card: data.idCard,
      contact_name: data.contactName,
      address: data.address,
      tax_number: data.taxNumber,
      legal_person: data.legalPerson,
      pictures: JSON.stringify(data.pictures),
      submitted_at: new Date(),
    },
    actor.id,
  );
  // Until the first approval the list shows the submitted data; afterwards the verified data.
  const shown = step.kind === 'first' ? { tax_number: data.taxNumber, id_card: data.idCard } : {};
  await changeUser(tx, userId, { ...step.next, ...shown });
  const { status, repair } = user;
  await recordTrail(tx, actor, {
    action: '提交实名资料',
    object: `user/${userId}`,
    before: { status, repair },
    after: { ...step.next, pictures: data.pictures },
  });
  const refuser = await lastRefuser(tx, userId);
  if (refuser !== null)
    await sendMessage(tx, { kind: 'returned', object: `user/${userId}`, event: `submission/${submissionId}` }, [refuser]);
  return { user_status: userStatus.code(step.next.status), repair_type: repairType.code(step.next.repair) };
}

/** The data of a user that the front end may read. */
export async function describeUser(db: Database, userId: string) {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!user) throw unknownUser();
  const last = await db
    .selectFrom('check_record')
    .select(['result', 'reason'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const refused = user.status === 'rejected' || user.repair === 'rejected';
  const held = (await heldPoints(db, [userId])).get(userId);
  return {
    user_id: user.id,
    type: userType.code(user.type),
    user_status: userStatus.code(user.status),
    repair_type: repairType.code(user.repair),
    points: await pointsOf(db, userId),
    ...(held !== undefined && { points_held: held }),
    reason: refused ? (last?.reason ?? '') : '',
  };
}

/** Records a sign-in of the front end. */
export async function recordUserLogin(tx: Tx, login: { userId: string; time: Date; ip: string }): Promise<string> {
  if (await isErased(tx, login.userId)) throw unknownUser();
  const id = await insertLogin(tx, { user_id: login.userId, login_time: login.time, ip: login.ip });
  if (id === undefined) throw unknownUser();
  return id;
}
