import { randomBytes } from 'node:crypto';
import type { Tx } from '../db/database.ts';
import { insertCredential } from './store.ts';

/** Gives an enterprise its API credentials, at its first approval and never again: ending and restoring them is the office's own act. */
export async function grantCredential(tx: Tx, userId: string, name: string): Promise<void> {
  await insertCredential(tx, { ...newCredential(), kind: 'enterprise', user_id: userId, name });
}

/** A fresh pair: `app_id` of 16 hex letters, `security_key` of 43 base64url letters (32 random bytes). */
export function newCredential(): { app_id: string; security_key: string } {
  return { app_id: randomBytes(8).toString('hex'), security_key: randomBytes(32).toString('base64url') };
}
