import { randomBytes } from 'node:crypto';
import type { Tx } from '../db/database.ts';

/** Gives an approved enterprise its API credentials; a second approval renews nothing and re-enables what was ended. */
export async function grantCredential(tx: Tx, userId: string, name: string): Promise<void> {
  await tx
    .insertInto('credential')
    .values({ ...newCredential(), kind: 'enterprise', user_id: userId, name })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ status: 'enabled', name }))
    .execute();
}

/** A fresh pair: `app_id` of 16 hex letters, `security_key` of 43 base64url letters (32 random bytes). */
export function newCredential(): { app_id: string; security_key: string } {
  return { app_id: randomBytes(8).toString('hex'), security_key: randomBytes(32).toString('base64url') };
}
