import { bytesToHex } from '@noble/hashes/utils.js';
import { sql } from 'kysely';
import type { ConflictRow, RoundRow } from '../../../contract/console/witnesses.ts';
import { witnessOutcome, type ConflictKind, type WitnessOutcome } from '../../../domain/business/codes/witnesses.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { rootAt } from '../../custody/witnesses/own-tree.ts';
import type { Database } from '../../platform/db/database.ts';

/** Conflicts that witnesses reported about this log, newest first. */
export async function listConflicts(db: Database): Promise<ConflictRow[]> {
  const rows = await conflicts(db).orderBy('id', 'desc').limit(50).execute();
  return rows.map(conflictRowOf);
}

export interface ForkDetail extends ConflictRow {
  readonly shown_root: string;
  readonly shown_note: string;
  readonly own_root: string;
  readonly held: number;
}

/** One conflict in full; null if there is none of that id. */
export async function findConflict(db: Database, id: string): Promise<ForkDetail | null> {
  const row = await conflicts(db).where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const { rows } = await sql<{ size: string; held: number }>`
    select coalesce(max(size), 0) as size, greatest(0, coalesce(max(size), 0) - coalesce(
        (select min(held_from) from witness_conflict where held_from is not null and answered_at is null), max(size)))::float8 as held
      from log_checkpoint`.execute(db);
  const size = Number(row.shown_size ?? Infinity);
  return {
    ...conflictRowOf(row),
    shown_root: row.shown_root?.toString('hex') ?? '',
    shown_note: row.shown_note ?? '',
    own_root: size <= Number(rows[0]?.size ?? 0) ? bytesToHex(await rootAt(db, size)) : '',
    held: rows[0]?.held ?? 0,
  };
}

function conflicts(db: Database) {
  return db.selectFrom('witness_conflict').selectAll();
}

type ConflictRecord = Awaited<ReturnType<ReturnType<typeof conflicts>['executeTakeFirstOrThrow']>>;

function conflictRowOf(row: ConflictRecord): ConflictRow {
  return {
    id: row.id,
    witness: row.witness,
    url: row.url,
    found_time: formatTime(row.found_at),
    kind_name: kindNames[row.kind],
    asked_size: Number(row.asked_size),
    newest_size: Number(row.newest_size),
    told_size: row.told_size === null ? null : Number(row.told_size),
    shown_size: row.shown_size === null ? null : Number(row.shown_size),
    answered_time: row.answered_at ? formatTime(row.answered_at) : '',
    operator: row.operator ?? '',
    answer: row.answer ?? '',
    is_open: row.held_from !== null && row.answered_at === null,
  };
}

const kindNames: Readonly<Record<ConflictKind, string>> = {
  inconsistent: '拒绝正确的一致性证明',
  ahead: '称已见到更大的日志',
};

/** A page of rounds before the given one, or the newest. One more row is read to tell whether there are more. */
export async function listRounds(
  db: Database,
  before: string | undefined,
  names: ReadonlyMap<string, string>,
): Promise<{ rounds: RoundRow[]; has_more: boolean }> {
  const { rows } = await sql<RoundRecord>`
    select r.id, r.began_at as "beganAt", r.checkpoint_size::float8 as size,
      coalesce((select json_agg(json_build_object('url', a.url, 'outcome', a.outcome, 'detail', a.detail) order by a.url)
                  from witness_answer a where a.round_id = r.id), '[]') as answers
      from witness_round r
     where r.id < ${before ?? '9223372036854775807'}::bigint
     order by r.id desc limit ${pageRounds + 1}`.execute(db);
  const rounds = rows.slice(0, pageRounds).map(({ id, beganAt, size, answers }) => ({
    id,
    time: formatTime(beganAt),
    size,
    answers: answers.map(({ url, outcome, detail }) => ({
      witness: names.get(url) ?? url,
      tone: outcomeTones[outcome],
      outcome_name: witnessOutcome.label(outcome),
      detail: detail ?? '',
    })),
  }));
  return { rounds, has_more: rows.length > pageRounds };
}

interface RoundRecord {
  readonly id: string;
  readonly beganAt: Date;
  readonly size: number;
  readonly answers: readonly { readonly url: string; readonly outcome: WitnessOutcome; readonly detail: string | null }[];
}

export const outcomeTones: Readonly<Record<WitnessOutcome, RoundRow['answers'][number]['tone']>> = {
  cosigned: 'done',
  later: 'work',
  silent: 'wait',
  refused: 'wait',
  aside: 'wait',
  forked: 'failed',
};

/** About an hour of rounds; more would take too long to read. */
const pageRounds = 20;
