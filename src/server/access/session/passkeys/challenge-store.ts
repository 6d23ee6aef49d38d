import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import type { Database, Tx } from '../../../platform/db/database.ts';

// Queries that write passkey challenges.
//
// Order of locks: none. Each change is one statement.

export type Purpose = 'enrol' | 'signIn';

/** The account that is asked for a signature, as it was then. */
export interface Asked {
  readonly id: string;
  readonly password_hash: string;
}

/** How long a browser may take to answer. */
export const answerSeconds = 180;

/** A new challenge: 32 random bytes in base64url. It works once. */
export async function issueChallenge(db: Database | Tx, account: Asked, purpose: Purpose): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const { id: account_id, password_hash } = account;
  await db
    .insertInto('passkey_challenge')
    .values({ challenge_hash: hashOf(challenge), account_id, purpose, password_hash })
    .execute();
  return challenge;
}

/** Consumes a challenge. @returns the account it was issued to; null if it is unknown, used or expired. */
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
