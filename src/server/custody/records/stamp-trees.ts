import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { WeakSince } from '../../../domain/proof/records/digest-algorithms.ts';
import { readToken, type TokenFacts } from '../../../domain/proof/records/token.ts';
import { formatDay } from '../../../domain/kit/text/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { isFree, leaseEnd } from '../../platform/db/lease.ts';
import { requestTimestamp, type TimestampAuthority } from '../timestamps/timestamp.ts';
import { TimestampError } from '../../../domain/proof/cms/timestamp-error.ts';
import { tokenOf } from '../../../domain/proof/cms/timestamp-reply.ts';
import type { RenewalReason, TreeKind } from './tree-store.ts';

/**
 * Obtains the tokens that trees wait for, oldest first. A lease on the queue lets one server at a time ask. A token that renews nothing is
 * rejected: its certificate ends no later than the ones to be renewed, or its signature is as weak.
 * @returns the number of tokens obtained. @throws TimestampError among others, after recording it on the queue.
 */
export async function stampTrees(
  db: Database,
  authority: TimestampAuthority,
  weakSince: WeakSince,
  stopping?: AbortSignal,
): Promise<number> {
  let [came, useless]: [number, UselessToken | null] = [0, null];
  for (;;) {
    const tree = stopping?.aborted === true ? null : await claimTree(db);
    if (!tree) break;
    try {
      const { der } = await requestTimestamp(authority, tree.root);
      await storeToken(db, tree, Buffer.from(tokenOf(der)), weakSince);
      came += 1;
    } catch (error) {
      if (!(error instanceof UselessToken)) {
        await postpone(db, error);
        throw error;
      }
      // Other trees continue: the authority's tokens are good for them.
      await postponeTree(db, tree, error);
      useless ??= error;
    }
  }
  if (useless) throw useless;
  return came;
}

interface WaitingTree {
  readonly id: string;
  readonly kind: TreeKind;
  readonly reason: RenewalReason | null;
  readonly root: Buffer;
  /** The earliest end among the certificates of the tokens it renews; null for a day's first tree. */
  readonly endsAt: Date | null;
}

/** Leases the oldest waiting tree; null if none waits, another server is asking, or the queue pauses after a failure. */
async function claimTree(db: Database): Promise<WaitingTree | null> {
  const { rows } = await sql<WaitingTree>`
    with line as (
      update record_line set next_at = ${leaseEnd(leaseSeconds)}
       where ${isFree(sql`next_at`, longestSeconds)} and exists (select from record_tree where ${isAsked('record_tree')})
      returning only_one
    )
    select t.id, t.kind, t.reason, t.root, (
        select min(before.ends_at) from record_renewal r
          join record_day d using (day)
          left join record_renewal p on p.day = r.day and p.ordinal = r.ordinal - 1
          join record_tree before on before.id = coalesce(p.tree_id, d.tree_id)
         where r.tree_id = t.id
      ) as "endsAt"
      from line, record_tree t where ${isAsked('t')} order by t.id limit 1`.execute(db);
  return rows[0] ?? null;
}

async function storeToken(db: Database, tree: WaitingTree, token: Buffer, weakSince: WeakSince): Promise<void> {
  const facts = readToken(token);
  // Records are DER throughout and must state when the signer's certificate ends.
  if (!facts?.signer) throw new TimestampError('malformed', 'the token is no DER, or lacks the certificate that signed it');
  const useless = whyUseless(tree, facts, facts.signer.endsAt, weakSince);
  if (useless !== null) throw new UselessToken(useless);
  await db.transaction().execute(async (tx) => {
    await sql`
      update record_tree set state = 'done', token = ${token}, token_sha256 = ${createHash('sha256').update(token).digest()},
             gen_time = ${facts.genTime}, ends_at = ${facts.signer?.endsAt ?? null}, signed_with = ${facts.signedWith},
             serial = ${facts.serial}, done_at = now()
       where id = ${tree.id}::bigint and state = 'waiting'`.execute(tx);
    await sql`update record_line set next_at = now(), attempts = 0, last_error = null, failing_since = null`.execute(tx);
  });
}

/** A tree over hashes always accepts its token, since the new hash is the renewal. */
function whyUseless({ kind, reason, endsAt }: WaitingTree, facts: TokenFacts, newEnd: Date, weakSince: WeakSince): string | null {
  if (reason === 'certificate' && endsAt && newEnd <= endsAt)
    return `the authority still signs with a certificate that ends on ${formatDay(newEnd)}`;
  if (kind === 'timestamps' && reason === 'algorithm' && (facts.signedWith === null || weakSince[facts.signedWith]))
    return 'the authority still signs with an algorithm that is listed as weak';
  return null;
}

/** The authority answered, but its token would renew nothing. */
export class UselessToken extends Error {
  override readonly name = 'UselessToken';
}

/** Only another certificate of the authority helps, so this tree pauses for a day; the queue continues. */
async function postponeTree(db: Database, { id }: WaitingTree, { message }: UselessToken): Promise<void> {
  await sql`
    update record_tree set next_at = now() + make_interval(secs => ${treeRestSeconds}), last_error = ${message}
     where id = ${id}::bigint and state = 'waiting'`.execute(db);
  await sql`update record_line set next_at = now()`.execute(db);
}

/** The delay starts at 5 s and doubles up to ten minutes. */
async function postpone(db: Database, error: unknown): Promise<void> {
  const text = error instanceof TimestampError ? `${error.kind}: ${error.message}` : error instanceof Error ? error.message : String(error);
  await sql`
    update record_line set attempts = attempts + 1, last_error = ${text.slice(0, 500)}, failing_since = coalesce(failing_since, now()),
           next_at = now() + make_interval(secs => least(${longestSeconds}::float8, 5 * 2 ^ least(attempts, 20)))`.execute(db);
}

/** Longer than a request may take (10 s). */
const leaseSeconds = 30;
const longestSeconds = 600;
const treeRestSeconds = 86_400;

/** Whether a tree waits for a token and may ask for it now. @param table its alias in the statement. */
function isAsked(table: string) {
  return sql`${sql.ref(`${table}.state`)} = 'waiting' and ${isFree(sql.ref(`${table}.next_at`), treeRestSeconds)}`;
}
