import { randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/db/database.ts';
import { insertCredential } from './store.ts';

/**
 * Creates an enterprise's API credentials, at its first approval only. Disabling and enabling them later is a separate act of the office.
 */
export async function grantCredential(tx: Tx, userId: string, name: string): Promise<void> {
  await insertCredential(tx, { ...newCredential(), kind: 'enterprise', user_id: userId, name });
}

/** A new pair: `app_id` of 16 hex letters, `security_key` of 43 base64url letters (32 random bytes). */
export function newCredential(): { app_id: string; security_key: string } {
  return { app_id: randomBytes(8).toString('hex'), security_key: randomBytes(32).toString('base64url') };
}
