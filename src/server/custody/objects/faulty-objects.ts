import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { ObjectState } from '../../platform/db/tables.ts';

/** A stored object that the scrub found damaged or missing, or could not read. */
export interface FaultyObject {
  readonly sha256: string;
  readonly state: ObjectState;
  readonly sizeBytes: string;
  /** When the scrub reported it; null if the trail has no report. */
  readonly since: Date | null;
  readonly checkedAt: Date | null;
  /** Why it could not be read; null if it could. */
  readonly error: string | null;
  /** Numbers of the evidence that it belongs to, the first of them. */
  readonly numbers: readonly string[];
  readonly evidence: number;
}

/** A page of these objects, the missing and damaged ones first, and their exact number. */
export async function listFaulty(db: Database, page: number, limit: number): Promise<{ rows: FaultyObject[]; total: number }> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<FaultyObject>`
      select o.sha256, o.state, o.size_bytes as "sizeBytes", o.checked_at as "checkedAt", o.last_error as error,
        (select t.at from trail t where t.object = 'object/' || o.sha256 and t.action in ('发现文件损坏', '发现文件缺失')
          order by t.id desc limit 1) as since,
        coalesce(e.numbers[1:${sql.lit(namedEvidence)}], '{}') as numbers, coalesce(cardinality(e.numbers), 0) as evidence
      from (select * from stored_object where ${isFaulty}
             order by state = 'whole' or state = 'unchecked', sha256 limit ${limit} offset ${(page - 1) * limit}) o
      cross join lateral (
        select array_agg(distinct e.number order by e.number) as numbers from evidence e where e.id in (
          select evidence_id from evidence_file where sha256 = o.sha256 and role = 'original' and content is null
          union all select evidence_id from evidence_file where sha256 = o.sha256 and role <> 'original' and content is null)) e
      order by o.state = 'whole' or o.state = 'unchecked', o.sha256`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from stored_object where ${isFaulty}`.execute(db),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Enough to recognise an object; a file may belong to thousands. */
const namedEvidence = 5;

/** Has all of them checked next; the scrub runs every second. @returns how many, and the time, by the clock that notes the checks. */
export async function recheckFaulty(db: Database): Promise<{ count: number; at: Date }> {
  const { rows } = await sql<{ count: number; at: Date }>`
    with due as (update stored_object set due_at = now() where ${isFaulty} returning sha256)
    select count(*)::integer as count, now() as at from due`.execute(db);
  return rows[0] ?? { count: 0, at: new Date() };
}

/** Both conditions have an index. */
const isFaulty = sql`(state in ('damaged', 'missing') or last_error is not null)`;
