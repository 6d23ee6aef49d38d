import type { Pool } from 'pg';
import { permissionsOf } from '../../../domain/business/access/access.ts';
import type { Guard } from '../../platform/http/guard.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { SessionEnd } from '../../platform/db/tables.ts';
import { createLoader } from '../../platform/db/batches/loader.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { touchSession } from './store.ts';
import type { Tokens } from './token.ts';
import { isEnabled, isLive, type SessionLimits } from './validity.ts';

/**
 * Identifies callers by their live sessions. Nothing is cached between calls, so an administrator's change takes effect at the next call.
 * Calls that arrive during a look-up share the next one, so freshness costs little under load. `checkProvider` refuses a session whose
 * identity provider no longer vouches for it.
 */
export function createSessions(
  pool: Pool,
  tokens: Tokens,
  limits: SessionLimits,
  checkProvider: (sessionHash: Buffer) => Promise<void>,
): Guard {
  const load = createLoader<string, SessionRow>(async (hashes) => {
    const { rows } = await pool.query<SessionRow>({
      name: 'session-load',
      text: loadSql,
      values: [hashes.map((hash) => Buffer.from(hash, 'base64')), limits.idleSeconds, limits.maxSeconds],
    });
    return new Map(rows.map((row) => [row.token_hash.toString('base64'), row]));
  });
  // Writing at every call would cost too much: within a tenth of the idle limit, at most 30 s, a session counts as just seen.
  const touchAfterMs = Math.min(30_000, limits.idleSeconds * 100);

  return {
    async identify(token, isBackground) {
      if (token === '') throw new Refusal('signedOut');
      const hash = tokens.hash(token);
      if (!hash) throw new Refusal('brokenToken');
      const row = await load(hash.toString('base64'));
      if (!row) throw new Refusal('signedOut');
      if (!row.is_enabled && (row.ended_reason === null || row.ended_reason === 'disabled')) throw new Refusal('disabled');
      if (!row.is_live) throw new Refusal('signedOut');
      if (row.is_of_provider) await checkProvider(hash);
      if (!isBackground && row.idle_ms >= touchAfterMs) {
        await touchSession(pool, hash);
      }
      return operatorOf(row);
    },
  };
}

interface SessionRow {
  token_hash: Buffer;
  account_id: string;
  username: string;
  realname: string;
  role_id: string;
  position: string;
  nodes: number[];
  lacks_totp: boolean;
  password_is_given: boolean;
  is_of_provider: boolean;
  ended_reason: SessionEnd | null;
  is_live: boolean;
  is_enabled: boolean;
  idle_ms: number;
  written: string | null;
}

const loadSql = `
  select session.token_hash, session.ended_reason,
         ${isLive({ idleSeconds: '$2', maxSeconds: '$3' })} as is_live, ${isEnabled} as is_enabled,
         (extract(epoch from clock_timestamp() - session.last_seen_at) * 1000)::float8 as idle_ms,
         session.written_to::text as written, account.id as account_id, account.username, account.realname,
         role.id as role_id, role.position, role.nodes,
         role.requires_totp and account_totp.confirmed_at is null and session_identity.token_hash is null
           and not exists (select from account_passkey where account_id = account.id) as lacks_totp,
         account.password_is_given and session_identity.token_hash is null as password_is_given,
         session_identity.token_hash is not null as is_of_provider
    from session
    join account on account.id = session.account_id
    join role on role.id = account.role_id
    left join account_totp on account_totp.account_id = account.id
    left join session_identity on session_identity.token_hash = session.token_hash
   where session.token_hash = any((select $1::bytea[])::bytea[])`;

function operatorOf(row: SessionRow): Operator {
  return {
    accountId: row.account_id,
    username: row.username,
    realname: row.realname,
    roleId: row.role_id,
    position: row.position,
    permissions: permissionsOf(Number(row.role_id), row.nodes),
    lacksTotp: row.lacks_totp,
    hasGivenPassword: row.password_is_given,
    sessionHash: row.token_hash,
    written: row.written,
  };
}
