import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../db/database.ts';
import { seal, unseal } from './secrets/seal.ts';
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
