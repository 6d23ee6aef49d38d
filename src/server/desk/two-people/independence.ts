import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';

/** Two accounts that decided together, or would: one asked for something, the other approves it. */
export interface Pair {
  readonly asker: string;
  readonly approver: string;
  /** When they decided; null for now. */
  readonly at: Date | null;
}

/** Why the accounts of a pair may be one person: the act that put somebody behind one of them. */
export interface Dependence {
  /** The account that was set, and who set it. */
  readonly side: 'asker' | 'approver';
  readonly action: string;
  readonly actor: string;
  readonly at: Date;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** SQL: whether the trail row `t` puts its actor behind the account that it is about, and nobody else has confirmed the account since. */
export const setsAccount = sql<boolean>`(
  t.actor_kind = 'operator' and t.object <> 'account/' || t.actor_id
  and (t.action in ('新增账号', '启用账号', '重置动态口令', '重置通行密钥', '重置身份绑定')
    or t.action = '编辑账号' and t.after ?| array['passwordChanged', 'role_id', 'username'])
  and not exists (select from trail c
    where c.object = t.object and c.action = '确认账号' and c.id > t.id and c.actor_id <> t.actor_id))`;

/** SQL: whether the account `r` behind both of the pair `p` was a system administrator. */
const wasAdministrator = sql<boolean>`exists (select from account root where root.id::text = r.account
  and (root.role_id = 1 or exists (select from trail was where was.object = 'account/' || r.account
    and was.action = '编辑账号' and was.at > p.at and was.before ->> 'role_id' = '1')))`;

/** SQL: whether there was another system administrator then, whom the account `r` had not set itself. */
const couldConfirm = sql<boolean>`exists (select from account other where other.role_id = 1 and other.status = 'enabled'
  and other.id::text <> r.account and other.created_at <= p.at
  and not exists (select from trail t where t.object = 'account/' || other.id and (
    t.at > p.at and (t.action = '启用账号' or t.action = '编辑账号' and t.before ? 'role_id')
    or t.at <= p.at and t.at > p.at - interval '30 days' and t.actor_id = r.account and ${setsAccount})))`;

/**
 * Why the accounts of each pair do not count as two people, in the order of the pairs; null for two people (decision 0073).
 *
 * Behind an account stand its holder and whoever created or enabled it, or set its username, password, second factor or role, in the 30
 * days before; and whoever stands behind those. Two accounts are two people if nobody stands behind both. An act does not count once an
 * administrator other than its actor has confirmed the account. The only system administrator stands behind another's account only where
 * they ask themselves: they make the accounts of everybody who asks, and nobody else could confirm these.
 * @param isStrict without this exception.
 */
export async function dependences(db: Database | Tx, pairs: readonly Pair[], isStrict = false): Promise<(Dependence | null)[]> {
  if (pairs.length === 0) return [];
  const { rows } = await sql<{ n: number } & Dependence>`
    with recursive pair as (
      select n::integer, asker, approver, coalesce(at, clock_timestamp()) as at
        from unnest(${pairs.map(({ asker }) => asker)}::text[], ${pairs.map(({ approver }) => approver)}::text[],
          ${pairs.map(({ at }) => at)}::timestamptz[]) with ordinality p (asker, approver, at, n)),
    -- via: the act on the account of the pair through which the account behind it comes.
    behind (n, side, account, via) as (
      select n, 'asker', asker, null::bigint from pair union all select n, 'approver', approver, null from pair
      union
      select b.n, b.side, t.actor_id, coalesce(b.via, t.id) from behind b join pair p on p.n = b.n
        join trail t on t.object = 'account/' || b.account and t.at <= p.at and t.at > p.at - interval '30 days'
       where ${setsAccount})
    select distinct on (p.n) p.n, t.actor_name as actor, t.action, t.at, t.after,
      case when a.via is null then 'asker' else 'approver' end as side
      from pair p join behind r on r.n = p.n and r.side = 'asker'
      join behind a on a.n = p.n and a.side = 'approver' and a.account = r.account
      join trail t on t.id = coalesce(a.via, r.via)
     where ${isStrict} or r.account = p.asker or not ${wasAdministrator} or ${couldConfirm}
     order by p.n, a.via desc nulls last, r.via desc nulls last`.execute(db);
  const found = new Map(rows.map(({ n, ...dependence }) => [n, dependence]));
  return pairs.map((_pair, at) => found.get(at + 1) ?? null);
}

/**
 * Why this operator may not decide what each of the askers began; empty if they may. Every decision that needs two people asks here, after
 * its own check that they are not the same account.
 * @param askerWord who began it, such as 申请人.
 */
export async function approverFaults(
  db: Database | Tx,
  approver: string,
  askers: readonly string[],
  askerWord: string,
): Promise<(asker: string) => string> {
  const others = [...new Set(askers)].filter((asker) => asker !== approver);
  if (others.length === 0) return () => '';
  if (await hasGivenPassword(db, approver)) return () => givenPassword;
  const found = await dependences(
    db,
    others.map((asker) => ({ asker, approver, at: null })),
  );
  const faults = new Map(others.map((asker, at) => [asker, faultText(found[at] ?? null, askerWord)]));
  return (asker) => faults.get(asker) ?? '';
}

/** @throws Refusal as `approverFaults` says. */
export async function requireTwoPeople(
  tx: Tx,
  { asker, approver, askerWord }: { readonly asker: string; readonly approver: string; readonly askerWord: string },
): Promise<void> {
  const fault = (await approverFaults(tx, approver, [asker], askerWord))(asker);
  if (fault !== '') throw refuse(fault);
}

/** @throws Refusal if the operator signs in with a password that another one set: it is no proof of the holder. */
export async function requireOwnPassword(tx: Tx, accountId: string): Promise<void> {
  if (await hasGivenPassword(tx, accountId)) throw refuse(givenPassword);
}

const givenPassword = '您的密码由他人设置，请先在“修改密码”中改为自己的密码，再作此决定';

/**
 * A password does not matter to an operator who is signed in through the identity provider, and in no other way: whoever set it may have
 * signed in with it beside them. A session that was last seen a day ago is over.
 */
async function hasGivenPassword(db: Database | Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ is_given: boolean }>`
    select a.password_is_given and not coalesce((
      select bool_and(i.token_hash is not null) from session s left join session_identity i on i.token_hash = s.token_hash
       where s.account_id = a.id and s.ended_at is null and s.last_seen_at > clock_timestamp() - interval '1 day'), false) as is_given
      from account a where a.id = ${accountId}`.execute(db);
  return rows[0]?.is_given === true;
}

function faultText(dependence: Dependence | null, askerWord: string): string {
  if (!dependence) return '';
  const whose = dependence.side === 'approver' ? '您' : askerWord;
  const day = formatTime(dependence.at).slice(0, 10);
  return (
    `不能办理：${whose}的${whatWasSet(dependence)}，30天内不视为两人。` +
    `请由其他人员办理，或先由另一名管理员在“账号管理”中确认${whose}的账号（${dependence.actor}，${day}）`
  );
}

function whatWasSet({ action, actor, after }: Dependence): string {
  if (action === '新增账号') return `账号由${actor}新增`;
  if (action === '启用账号') return `账号由${actor}启用`;
  if (action === '重置动态口令') return `动态口令由${actor}重置`;
  if (action === '重置通行密钥') return `通行密钥由${actor}重置`;
  if (action === '重置身份绑定') return `身份绑定由${actor}重置`;
  if (after?.['passwordChanged'] === true) return `密码由${actor}设置`;
  return after?.['role_id'] === undefined ? `用户名由${actor}修改` : `角色由${actor}设置`;
}
