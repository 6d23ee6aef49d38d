import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../db/database.ts';
import { seal, unseal } from './seal.ts';
import { stepOfCode } from './totp.ts';

/** Whether a one-time password is asked for at login. */
export async function hasTotp(db: Database | Tx, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_totp')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a code of a confirmed secret: each serves once, and none that is older than the last. @returns false when it does not hold. */
export async function takeCode(db: Database | Tx, key: Uint8Array, accountId: string, code: string): Promise<boolean> {
  return useCode(db, key, accountId, code, 'is not');
}

/** Takes the first code of a new secret, from which on codes are asked for. @returns false when it does not hold. */
export async function confirmSecret(db: Database | Tx, key: Uint8Array, accountId: string, code: string): Promise<boolean> {
  return useCode(db, key, accountId, code, 'is');
}

/** A new secret of 20 bytes, which counts once it is confirmed. @returns null when one is confirmed already. */
export async function beginSecret(db: Database | Tx, key: Uint8Array, accountId: string): Promise<Buffer | null> {
  const secret = randomBytes(20);
  const sealed = seal(key, secret, accountId);
  const row = await db
    .insertInto('account_totp')
    .values({ account_id: accountId, secret: sealed, confirmed_at: null })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ secret: sealed }).where('account_totp.confirmed_at', 'is', null))
    .returning('account_id')
    .executeTakeFirst();
  return row ? secret : null;
}

/** @returns false when there was none. */
export async function removeSecret(tx: Tx, accountId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('account_totp')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

async function useCode(db: Database | Tx, key: Uint8Array, accountId: string, code: string, confirmed: 'is' | 'is not'): Promise<boolean> {
  const row = await db
    .selectFrom('account_totp')
    .select('secret')
    .where('account_id', '=', accountId)
    .where('confirmed_at', confirmed, null)
    .executeTakeFirst();
  const step = row && stepOfCode(unseal(key, row.secret, accountId), code, Date.now());
  if (row === undefined || step === null || step === undefined) return false;
  const used = await db
    .updateTable('account_totp')
    .set({ last_step: String(step), confirmed_at: sql<Date>`coalesce(confirmed_at, now())` })
    .where('account_id', '=', accountId)
    .where('secret', '=', row.secret)
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}
