import { sql } from 'kysely';
import type { UserStatus, UserType } from '../../../domain/business/codes/users.ts';
import { preparedPlan } from '../../platform/db/plans/prepared-plans.ts';
import { createLoader } from '../../platform/db/batches/loader.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { IntakeRefusal } from '../../open/signed/refusal.ts';

/** The user who will own an evidence. */
export interface EvidenceOwner {
  readonly id: string;
  readonly name: string;
  readonly type: UserType;
}

/**
 * Checks in advance who may store evidence that costs `price`. @throws IntakeRefusal 404, 403 if the user is not 已通过, 402 if they lack
 * points.
 */
export function eligibleOwner(db: Database, price: number): (userId: string) => Promise<EvidenceOwner> {
  const find = createLoader(async (userIds: string[]) => {
    const { rows } = await sql<EvidenceOwner & { status: UserStatus; balance: string | null }>`
      select u.id, u.name, u.type, u.status, a.balance from users u left join points_account a on a.user_id = u.id
        where u.id = any(${userIds}::bigint[]) ${preparedPlan}`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return async (userId) => {
    const user = approved(await find(userId));
    if (Number(user.balance ?? 0) < price) throw pointsShort(price);
    return user;
  };
}

/** @throws IntakeRefusal 404, or 403 if the user is not 已通过. */
export async function approvedUser(
  db: Database | Tx,
  userId: string,
): Promise<EvidenceOwner & { readonly status: UserStatus; readonly mobile: string }> {
  return approved(
    await db.selectFrom('users').select(['id', 'name', 'type', 'status', 'mobile']).where('id', '=', userId).executeTakeFirst(),
  );
}

/** The refusal for a client whose user cannot pay. */
export function pointsShort(price: number): IntakeRefusal {
  return new IntakeRefusal(402, 'points', `${price} points are needed`);
}

export function unknownUser(): IntakeRefusal {
  return new IntakeRefusal(404, 'unknown', 'there is no such user');
}

export function unverifiedUser(): IntakeRefusal {
  return new IntakeRefusal(403, 'forbidden', 'the user is not verified');
}

function approved<User extends { readonly status: UserStatus }>(user: User | undefined): User {
  if (!user) throw unknownUser();
  if (user.status !== 'approved') throw unverifiedUser();
  return user;
}
