import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { Pending } from '../session/provider/identity-provider.ts';

// What writes sign-ins at the identity provider that are not finished.
//
// Order of locks: none by itself. Each change is one statement in a transaction of its own.

/** How long the operator may take at the provider. */
export const pendingSeconds = 600;

/** Remembers a sign-in that begins, under its state. */
export async function keepPending(db: Database, state: string, { nonce, codeVerifier }: Pending): Promise<void> {
  await db
    .insertInto('oidc_request')
    .values({ state_hash: hashOf(state), nonce, code_verifier: codeVerifier })
    .execute();
}

/** Takes it for its answer, once. Null for a state that nobody gave, that was answered before, or that is too old. */
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
