import { sql } from 'kysely';
import { maxCandidates, maxSharing } from '../../../domain/business/hints/probes.ts';
import type { Database } from '../../platform/db/database.ts';

export interface Candidate {
  readonly id: string;
  readonly sha256: string;
  readonly print: Buffer;
}

interface Sought {
  readonly userId: string;
  readonly sha256: string;
  readonly probes: readonly number[];
}

/**
 * Pictures of other users that may show the same as this one: those with the same bytes, and those that share the most words with it. A
 * word weighs more the fewer pictures contain it, and nothing if many do, so the time does not grow with the popularity of a template.
 */
export async function findCandidates(db: Database, { userId, sha256, probes }: Sought): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with hit as (
      select found.print_id, count(*) over (partition by probe.word) as sharing
      from unnest(${[...probes]}::integer[]) as probe (word)
      cross join lateral (select w.print_id from picture_word w where w.word = probe.word limit ${maxSharing}) found
    ),
    ranked as (
      select print_id as id, sum(1.0 / sqrt(sharing)) as weight from hit where sharing < ${maxSharing}
      group by print_id order by weight desc, print_id limit ${4 * maxCandidates}
    ),
    alike as (
      select p.id from ranked join picture_print p using (id) where p.user_id <> ${userId}
      order by weight desc, p.id limit ${maxCandidates}
    ),
    same as (
      select id from picture_print where sha256 = ${sha256} and user_id <> ${userId} order by id desc limit ${maxCandidates}
    )
    select p.id, p.sha256, p.print from picture_print p where p.id in (select id from alike union select id from same) order by p.id desc
  `.execute(db);
  return rows;
}
