import { sql } from 'kysely';
import type { ErasureRow, erasureCalls } from '../../../contract/console/erasures.ts';
import { erasureState, type ErasureState } from '../../../domain/business/codes/erasures.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { typedPhone } from '../../../domain/kit/text/typed.ts';
import type { Deps } from '../../custody/deps.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { operatorActor } from '../../desk/trail/trail.ts';
import { approverFaults } from '../../desk/two-people/independence.ts';
import { blockersOf } from './blockers.ts';
import { decideErasure, requestErasure } from './decide.ts';

export function erasureRoutes({ db }: Pick<Deps, 'db'>): Handlers<typeof erasureCalls> {
  return {
    async getErasures({ page, limit }, { operator }) {
      const { rows } = await sql<ListedErasure>`
        select e.*, u.name, (select count(*) from erased_object o where o.erasure_id = e.id and not o.is_kept)::integer as files
          from (select * from erasure order by id desc limit ${limit} offset ${(page - 1) * limit}) e
          join users u on u.id = e.user_id order by e.id desc`.execute(db);
      const { n } = await db
        .selectFrom('erasure')
        .select((count) => count.fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow();
      const mayApprove = operator.permissions.has('user:erase:approve');
      const waiting = rows.filter(({ state }) => mayApprove && state === 'requested').map((row) => row.requested_by);
      const faultOf = await approverFaults(db, operator.accountId, waiting, '申请人');
      return {
        list: rows.map((row) => rowOf(row, mayApprove && row.requested_by !== operator.accountId, faultOf(row.requested_by))),
        count: Number(n),
        can_request: operator.permissions.has('user:erase:request'),
      };
    },

    async erasurePreview({ user_id }) {
      const user = await db.selectFrom('users').select(['name', 'mobile']).where('id', '=', user_id).executeTakeFirst();
      if (!user) throw refuse('该用户不存在');
      const { n } = await db
        .selectFrom('evidence')
        .select((count) => count.fn.countAll<string>().as('n'))
        .where('user_id', '=', user_id)
        .executeTakeFirstOrThrow();
      return { ...user, mobile: typedPhone(user.mobile), evidence: Number(n), blockers: await blockersOf(db, user_id) };
    },

    async requestErasure({ user_id: userId, reason }, { operator, ip }) {
      return { id: await requestErasure(db, { userId, reason }, operatorActor(operator, ip)) };
    },

    async decideErasure({ id, status: choice, reason = '' }, { operator, ip }) {
      await decideErasure(db, { id, choice, reason }, operatorActor(operator, ip));
      return null;
    },
  };
}

interface ListedErasure {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly state: ErasureState;
  readonly reason: string;
  readonly requested_by: string;
  readonly requested_name: string;
  readonly requested_at: Date;
  readonly decided_name: string;
  readonly decided_at: Date | null;
  readonly outcome: string;
  readonly done_at: Date | null;
  readonly evidence: number;
  readonly files: number;
}

function rowOf(row: ListedErasure, mayDecide: boolean, fault: string): ErasureRow {
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    status: erasureState.code(row.state),
    status_name: erasureState.label(row.state),
    reason: row.reason,
    applicant: row.requested_name,
    apply_time: formatTime(row.requested_at),
    verifier: row.decided_name,
    verify_time: row.decided_at ? formatTime(row.decided_at) : '',
    outcome: row.outcome,
    done_time: row.done_at ? formatTime(row.done_at) : '',
    evidence: row.evidence,
    files: row.files,
    can_decide: mayDecide && row.state === 'requested',
    approve_refusal: row.state === 'requested' ? fault : '',
  };
}
