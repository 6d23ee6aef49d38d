import type { Database } from '../../platform/db/database.ts';
import type { SignedInCaller } from '../../platform/http/mount.ts';
import { operatorActor, recordTrail, type Act, type Actor } from './trail.ts';

/**
 * Records on the trail that an operator was shown evidence, or unmasked personal data (spec/wire, 6, *Masking*). Refreshes of an open page
 * in the background are not recorded again. A background call without a recorded opening is recorded like any other.
 */
export async function recordOpening(
  db: Database,
  opening: Act,
  { operator, ip, isBackground }: Pick<SignedInCaller, 'operator' | 'ip' | 'isBackground'>,
): Promise<void> {
  const actor = operatorActor(operator, ip);
  if (isBackground && (await isOnTrail(db, opening, actor, operator.sessionHash))) return;
  await recordTrail(db, actor, opening);
}

/**
 * Whether the operator has opened the object since this session began, from the same address. An applicant's data and evidence never change
 * after they were submitted, so a repeated view shows nothing that is not on the trail.
 */
async function isOnTrail(db: Database, { action, object }: Act, { kind, id, ip }: Actor, sessionHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('trail')
    .innerJoin('session', (join) => join.onRef('trail.at', '>=', 'session.created_at').on('session.token_hash', '=', sessionHash))
    .select('trail.id')
    .where('trail.object', '=', object)
    .where('trail.action', '=', action)
    .where('trail.actor_kind', '=', kind)
    .where('trail.actor_id', '=', id)
    .where('trail.ip', '=', ip)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
