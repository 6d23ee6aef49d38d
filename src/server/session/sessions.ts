import type { Pool } from 'pg';
import { permissionsOf } from '../../domain/access/access.ts';
import type { EnabledStatus } from '../../domain/codes/access.ts';
import type { Guard } from '../http/guard.ts';
import { Refusal } from '../http/refusal.ts';
import type { Tx } from '../db/database.ts';
import type { SessionEnd } from '../db/tables.ts';
import { coalesce } from '../db/loader.ts';
import type { Operator } from '../http/operator.ts';
import type { Tokens } from './token.ts';

export interface SessionLimits {
  readonly idleSeconds: number;
  readonly maxSeconds: number;
}

/**
 * Live sessions. Nothing is remembered between calls: what an administrator changes counts from the next call on.
 * Calls that arrive while a look-up runs share the next one, so that freshness costs little under load.
 */
export function createSessions(pool: Pool, tokens: Tokens, limits: SessionLimits): Guard {
  const load = coalesce<string, SessionRow>(async (hashes) => {
    const { rows } = await pool.query<SessionRow>({
      name: 'session-load',
      text: loadSql,
      values: [hashes.map((hash) => Buffer.from(hash, 'base64'))],
    });
    return new Map(rows.map((row) => [row.token_hash.toString('base64'), row]));
  });
  // A write at every call would cost more than it tells: within a tenth of the idle time a session counts as just seen.
  const touchAfterMs = Math.min(30_000, limits.idleSeconds * 100);

  return {
    async identify(token, isBackground = false) {
      if (token === '') throw new Refusal('signedOut');
      const hash = tokens.hash(token);
      if (!hash) throw new Refusal('brokenToken');
      const row = await load(hash.toString('base64'));
      if (!row) throw new Refusal('signedOut');
      const enabled = row.account_status === 'enabled' && row.role_status === 'enabled';
      if (!enabled && (row.ended_reason === null || row.ended_reason === 'disabled')) throw new Refusal('disabled');
      const tooOld = row.idle_ms >= limits.idleSeconds * 1000 || row.age_ms >= limits.maxSeconds * 1000;
      if (row.ended_reason !== null || tooOld) throw new Refusal('signedOut');
      if (!isBackground && row.idle_ms >= touchAfterMs) {
        await pool.query({
          name: 'session-touch',
          text: 'update session set last_seen_at = clock_timestamp() where token_hash = $1',
          values: [hash],
        });
      }
      return operatorOf(row);
    },
  };
}

/**
 * Ends sessions: one by its hash, all of an account or all of a role.
 * Their tokens answer 401, or 账号被禁用 while disabled.
 */
export async function endSessions(
  tx: Tx,
  which: { hash: Buffer } | { accountId: string } | { roleId: string },
  reason: SessionEnd,
): Promise<void> {
  const ended = tx.updateTable('session').set({ ended_at: new Date(), ended_reason: reason }).where('ended_at', 'is', null);
  if ('hash' in which) await ended.where('token_hash', '=', which.hash).execute();
  else if ('accountId' in which) await ended.where('account_id', '=', which.accountId).execute();
  else
    await ended.where('account_id', 'in', (from) => from.selectFrom('account').select('id').where('role_id', '=', which.roleId)).execute();
}

interface SessionRow {
  token_hash: Buffer;
  account_id: string;
  username: string;
  realname: string;
  account_status: EnabledStatus;
  role_id: string;
  position: string;
  role_status: EnabledStatus;
  nodes: number[];
  lacks_totp: boolean;
  ended_reason: SessionEnd | null;
  idle_ms: number;
  age_ms: number;
}

// Ages come from the database's clock, the one that wrote the times.
const loadSql = `
  select s.token_hash, s.ended_reason,
         (extract(epoch from clock_timestamp() - s.last_seen_at) * 1000)::float8 as idle_ms,
         (extract(epoch from clock_timestamp() - s.created_at) * 1000)::float8 as age_ms,
         a.id as account_id, a.username, a.realname, a.status as account_status,
         r.id as role_id, r.position, r.status as role_status, r.nodes,
         r.requires_totp and t.confirmed_at is null as lacks_totp
    from session s join account a on a.id = s.account_id join role r on r.id = a.role_id left join account_totp t on t.account_id = a.id
   where s.token_hash = any($1)`;

function operatorOf(row: SessionRow): Operator {
  return {
    accountId: row.account_id,
    username: row.username,
    realname: row.realname,
    roleId: row.role_id,
    position: row.position,
    permissions: permissionsOf(Number(row.role_id), row.nodes),
    lacksTotp: row.lacks_totp,
    sessionHash: row.token_hash,
  };
}
