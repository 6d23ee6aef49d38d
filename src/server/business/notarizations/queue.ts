import { sql, type SqlBool } from 'kysely';
import { queueNeeds } from '../../../domain/business/access/queue-access.ts';
import { scopeOf } from '../../desk/acceptors/scope.ts';
import { casesAhead, nextCase } from '../../desk/claims/case-order.ts';
import { rest, type ClaimTerms } from '../../desk/claims/terms.ts';
import type { Database } from '../../platform/db/database.ts';
import { isHeld } from '../../platform/db/lease.ts';
import type { Deps } from '../../custody/deps.ts';
import type { WorkQueue } from '../../desk/work.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { listTotal } from '../../desk/lists/total.ts';
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
    ahead: (operator, id) => casesAhead(casesOf(db, operator, terms), id),
    held: (operator) => heldByOthers(db, operator),
    next: (operator, place) => nextCase(casesOf(db, operator, terms), place),
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

function casesOf(db: Database, operator: Operator, terms: ClaimTerms) {
  const rests = rest({ since: sql.ref('o.claimed_at'), until: sql.ref('o.claimed_until') }, terms);
  const isClaimable = sql<SqlBool>`(case when o.claimed_by = ${operator.accountId} then ${rests} is null else not ${held} end)`;
  return {
    db,
    cases: waiting(db, operator).select(['o.id', 'o.paid_at as since', 'o.id as tie', isClaimable.as('is_claimable')]),
    placeOf: (id: string) => sql`(select p.paid_at, p.id from notarization_order p where p.id = ${id})`,
  };
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
