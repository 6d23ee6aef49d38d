import type { Database } from '../db/database.ts';
import type { SignedInCaller } from '../http/mount.ts';
import { operatorActor, recordTrail, type Act, type Actor } from './trail.ts';

/**
 * Puts on the trail that an operator was shown something: evidence, or personal data in full (wire, section 6, Masking). A page that stays
 * open and asks again by itself is no further opening; a call that only claims to be a background call counts as any other.
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
 * Whether the operator has opened it since this session began, from the same address. An applicant's data and an evidence never change once
 * they have come in, so that he is shown nothing that the trail does not know of.
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
