import { sql, type SqlBool } from 'kysely';
import { queueNeeds } from '../../domain/access/queue-access.ts';
import { scopeOf } from '../acceptors/scope.ts';
import { rest, type ClaimTerms } from '../claims/terms.ts';
import type { Database } from '../db/database.ts';
import { isHeld } from '../db/lease.ts';
import type { Deps } from '../feature/deps.ts';
import type { WorkQueue } from '../feature/work.ts';
import type { Operator } from '../http/operator.ts';
import { listTotal } from '../lists/total.ts';
import { applicationList } from './application-list.ts';
import { claimApplication, releaseApplication, revokeApplication } from './claim.ts';

/** Paid applications by the time of payment, when the term begins, so that overdue ones come first. */
export function applicationQueue({ config, db, lists }: Pick<Deps, 'config' | 'db' | 'lists'>): WorkQueue {
  const terms = config.claims;
  return {
    kind: 'notarization',
    needs: queueNeeds('notarization'),
    count: (operator) =>
      listTotal(lists, applicationList, { accepted_by: scopeOf(operator) ?? undefined, pay_status: 'paid', shown_status: 'waiting' }),
    ahead: (operator, id) => aheadOf({ db, terms, operator }, id),
    held: (operator) => heldByOthers(db, operator),
    next: (operator, place) => nextFree({ db, terms, operator }, place),
    take: (operator, actor, id) => claimApplication(db, id, scopeOf(operator), terms, actor),
    release: (operator, actor, id) => releaseApplication(db, id, scopeOf(operator), actor),
    revoke: (actor, id) => revokeApplication(db, id, terms, actor),
  };
}

const held = isHeld(sql.ref('o.claimed_until'));

/** The states are literals in the SQL text, so that the partial index application_waiting is used. */
function waiting(db: Database, operator: Operator) {
  const scope = scopeOf(operator);
  return db
    .selectFrom('notarization_order as o')
    .where('o.shown_status', '=', sql.lit('waiting'))
    .where('o.pay_status', '=', sql.lit('paid'))
    .$if(scope !== null, (query) => query.where('o.accepted_by', '=', scope));
}

interface QueueContext {
  readonly db: Database;
  readonly terms: ClaimTerms;
  readonly operator: Operator;
}

function isClaimable({ operator, terms }: QueueContext) {
  const rests = rest({ since: sql.ref('o.claimed_at'), until: sql.ref('o.claimed_until') }, terms);
  return sql<SqlBool>`(case when o.claimed_by = ${operator.accountId} then ${rests} is null else not ${held} end)`;
}

async function nextFree(
  of: QueueContext,
  { behind, except = behind }: { readonly behind?: string; readonly except?: string },
): Promise<string | undefined> {
  const found = await waiting(of.db, of.operator)
    .select('o.id')
    .where(isClaimable(of))
    .$if(except !== undefined, (query) => query.where('o.id', '!=', except ?? ''))
    .$if(behind !== undefined, (query) =>
      query.where(sql<SqlBool>`(o.paid_at, o.id) > (select p.paid_at, p.id from notarization_order p where p.id = ${behind})`),
    )
    .orderBy('o.paid_at')
    .orderBy('o.id')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

async function aheadOf(of: QueueContext, id: string): Promise<number | null> {
  const place = await waiting(of.db, of.operator).select('o.id').where('o.id', '=', id).executeTakeFirst();
  if (!place) return null;
  const { ahead } = await waiting(of.db, of.operator)
    .select(sql<number>`count(*)::int`.as('ahead'))
    .where(sql<SqlBool>`(o.paid_at, o.id) < (select p.paid_at, p.id from notarization_order p where p.id = ${id})`)
    .where(isClaimable(of))
    .executeTakeFirstOrThrow();
  return ahead;
}

function heldByOthers(db: Database, operator: Operator) {
  return waiting(db, operator)
    .innerJoin('account as a', 'a.id', 'o.claimed_by')
    .select(['o.id', 'o.name as title', 'a.realname as operator', sql<Date>`o.claimed_at`.as('since')])
    .where('o.claimed_by', '!=', operator.accountId)
    .where(held)
    .orderBy('o.claimed_at')
    .limit(100)
    .execute();
}
