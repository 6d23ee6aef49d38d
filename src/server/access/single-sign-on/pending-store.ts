import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Database } from '../../platform/db/database.ts';
import type { Pending } from '../session/provider/identity-provider.ts';

// Queries that write unfinished sign-ins at the identity provider.
//
// Order of locks: none. Each change is one statement in its own transaction.

/** How long the operator may take at the provider. */
export const pendingSeconds = 600;

/** Stores a sign-in that begins, under its state. */
export async function keepPending(db: Database, state: string, { nonce, codeVerifier }: Pending): Promise<void> {
  await db
    .insertInto('oidc_request')
    .values({ state_hash: hashOf(state), nonce, code_verifier: codeVerifier })
    .execute();
}

/** Consumes a sign-in. Null if its state is unknown, was already used, or has expired. */
export async function takePending(db: Database, state: string): Promise<Pending | null> {
  const taken = await db
    .deleteFrom('oidc_request')
    .where('state_hash', '=', hashOf(state))
    .returning(['nonce', 'code_verifier', sql<boolean>`${isOver()}`.as('is_over')])
    .executeTakeFirst();
  return taken && !taken.is_over ? { nonce: taken.nonce, codeVerifier: taken.code_verifier } : null;
}

export async function forgetPending(db: Database): Promise<void> {
  await db.deleteFrom('oidc_request').where(isOver()).execute();
}

function isOver() {
  return sql<boolean>`created_at < clock_timestamp() - make_interval(secs => ${pendingSeconds})`;
}

function hashOf(state: string): Buffer {
  return createHash('sha256').update(state).digest();
}
