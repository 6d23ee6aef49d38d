import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../../platform/db/database.ts';
import { seal, unseal } from '../../platform/runtime/seal.ts';
import { setSecret, takeStep } from './store.ts';
import { stepOfCode } from './secrets/totp.ts';

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

/** Consumes a code of a confirmed secret. Each code works once, and none older than the last used one. @returns false if it is invalid. */
export async function takeCode(db: Database | Tx, key: Uint8Array, accountId: string, code: string): Promise<boolean> {
  return useCode(db, key, accountId, code, 'is not');
}

/** Confirms a new secret with its first code; from then on codes are required. @returns false if the code is invalid. */
export async function confirmSecret(db: Database | Tx, key: Uint8Array, accountId: string, code: string): Promise<boolean> {
  return useCode(db, key, accountId, code, 'is');
}

/** Stores a new secret of 20 bytes, valid once it is confirmed. @returns null if one is already confirmed. */
export async function beginSecret(db: Database | Tx, key: Uint8Array, accountId: string): Promise<Buffer | null> {
  const secret = randomBytes(20);
  const sealed = seal(key, secret, accountId);
  return (await setSecret(db, accountId, sealed)) ? secret : null;
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
  return takeStep(db, accountId, row.secret, step);
}
