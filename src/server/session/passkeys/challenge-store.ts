import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import type { Database, Tx } from '../../db/database.ts';

// What writes challenges of passkeys.
//
// Order of locks: none by itself. Each change is one statement.

export type Purpose = 'enrol' | 'signIn';

/** Who is asked for a signature, as the account was then. */
export interface Asked {
  readonly id: string;
  readonly password_hash: string;
}

/** How long a browser may take for its answer. */
export const answerSeconds = 180;

/** Something new to sign, 32 bytes in base64url. It serves once. */
export async function issueChallenge(db: Database | Tx, account: Asked, purpose: Purpose): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const { id: account_id, password_hash } = account;
  await db
    .insertInto('passkey_challenge')
    .values({ challenge_hash: hashOf(challenge), account_id, purpose, password_hash })
    .execute();
  return challenge;
}

/** Uses a challenge up. @returns whom it was given to; null when it was never given, has served, or is too old. */
export async function takeChallenge(db: Database | Tx, challenge: string, purpose: Purpose): Promise<Asked | null> {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hashOf(challenge))
    .where('purpose', '=', purpose)
    .returning(['account_id', 'password_hash', sql<boolean>`${isOver()}`.as('is_over')])
    .executeTakeFirst();
  return taken && !taken.is_over ? { id: taken.account_id, password_hash: taken.password_hash } : null;
}

export async function forgetChallenges(db: Database): Promise<void> {
  await db.deleteFrom('passkey_challenge').where(isOver()).execute();
}

function isOver() {
  return sql<boolean>`created_at < clock_timestamp() - make_interval(secs => ${answerSeconds})`;
}

function hashOf(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest();
}
