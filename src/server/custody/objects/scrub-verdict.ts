import type { TrailAction } from '../../../domain/business/trail/trail-names.ts';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { ObjectState } from '../../platform/db/tables.ts';
import { openAcceptorsOf } from '../../desk/acceptors/store.ts';
import { emit } from '../../desk/events/emit.ts';
import { sendMessage } from '../../desk/messages/store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { isMainFile } from '../evidence/evidence-files.ts';
import type { Scrub } from './scrub-settings.ts';
import type { ObjectCheck } from './object-check.ts';
import { againSeconds } from './scrub-unread.ts';

/**
 * Records the result of a check. A faulty object makes its evidence unavailable (`missing`); a whole one makes it available again, once
 * none of its files is faulty. Either change writes a trail row in the same transaction and raises an alarm afterwards.
 * @param reason why an object counts as damaged although it could not be read; its unread checks are then still counted.
 */
export async function recordCheck(
  { db, alarm, cycleDays }: Pick<Scrub, 'db' | 'alarm' | 'cycleDays'>,
  sha256: string,
  look: ObjectCheck,
  reason?: string,
): Promise<void> {
  if (look === 'whole' && (await isStillWhole(db, sha256, cycleDays))) return;
  const { before, evidence } = await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('stored_object')
      .select(['state', 'size_bytes'])
      .where('sha256', '=', sha256)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const nextSeconds = look === 'whole' ? cycleDays * 86_400 : againSeconds;
    await tx
      .updateTable('stored_object')
      .set({
        state: look,
        checked_at: sql<Date>`clock_timestamp()`,
        due_at: sql<Date>`now() + make_interval(secs => ${nextSeconds})`,
        last_error: null,
        ...(reason === undefined ? { unread_looks: 0 } : {}),
      })
      .where('sha256', '=', sha256)
      .execute();
    const changed = look !== 'whole' ? await markUnavailable(tx, sha256) : isFaulty(row.state) ? await restoreEvidence(tx, sha256) : [];
    if (isChange(row.state, look) || changed.length > 0) {
      await recordTrail(tx, scrubber, {
        action: actions[look],
        object: `object/${sha256}`,
        before: { state: row.state },
        after: { state: look, sizeBytes: Number(row.size_bytes), evidenceCount: changed.length, evidence: changed.slice(0, named) },
      });
    }
    await emitFileStatus(tx, look === 'whole' ? 'evidence.recovered' : 'evidence.damaged', changed);
    if (look !== 'whole') await notifyAcceptors(tx, sha256, changed);
    return { before: row.state, evidence: changed };
  });
  if (isChange(before, look) || evidence.length > 0)
    alarm(
      `stored object ${sha256} is ${look}${reason === undefined ? '' : ` (${reason})`}, ` +
        `it was ${before}; evidence ${look === 'whole' ? 'given back' : 'out of reach'}: ${evidence.length}`,
    );
}

/**
 * Records a whole object that was whole or new, which changes nothing else. The commit does not wait for the disk: a lost check is
 * repeated. @returns false if the object was faulty.
 */
async function isStillWhole(db: Database, sha256: string, cycleDays: number): Promise<boolean> {
  const { rows } = await sql`
    update stored_object set state = 'whole', checked_at = clock_timestamp(),
           due_at = now() + make_interval(secs => ${cycleDays * 86_400}),
           last_error = null, unread_looks = 0
      from (select set_config('synchronous_commit', 'off', true)) of_this_statement
     where sha256 = ${sha256} and state in ('unchecked', 'whole')
    returning sha256`.execute(db);
  return rows.length > 0;
}

function isFaulty(state: ObjectState): boolean {
  return state === 'damaged' || state === 'missing';
}

/** Emits one event per evidence, with the evidence's own hash, whichever of its files changed. */
async function emitFileStatus(tx: Tx, type: 'evidence.damaged' | 'evidence.recovered', numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return;
  const evidence = await tx
    .selectFrom('evidence')
    .innerJoin('evidence_file', (join) => join.onRef('evidence_file.evidence_id', '=', 'evidence.id').on(isMainFile))
    .select(['number', 'user_id', 'sha256'])
    .where('number', '=', sql<string>`any(${[...numbers]})`)
    .orderBy('number')
    .execute();
  await emit(
    tx,
    evidence.map(({ number, user_id, sha256 }) => ({ type, data: { user_id, baoquan: number, sha256 } })),
  );
}

/** Notifies operators who are about to notarize an affected evidence. The workbench shows it to all others. */
async function notifyAcceptors(tx: Tx, sha256: string, numbers: readonly string[]): Promise<void> {
  for (const { number, acceptors } of await openAcceptorsOf(tx, numbers))
    await sendMessage(tx, { kind: 'damaged', object: `evidence/${number}`, event: `${number}/${sha256}` }, acceptors);
}

/** The first check of a whole object is not a change. */
function isChange(before: ObjectState, look: ObjectCheck): boolean {
  return look === 'whole' ? isFaulty(before) : before !== look;
}

async function markUnavailable(tx: Tx, sha256: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    update evidence set file_status = 'missing' where file_status = 'stored' and id in (${evidenceOf(sha256)}) returning number`.execute(
    tx,
  );
  return rows.map(({ number }) => number).toSorted();
}

async function restoreEvidence(tx: Tx, sha256: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    update evidence set file_status = 'stored' where file_status = 'missing' and id in (${evidenceOf(sha256)})
       and not exists (select from erasure x where x.user_id = evidence.user_id and x.state in ('erased', 'done'))
       and not exists (select from evidence_file other join stored_object o on o.sha256 = other.sha256
                        where other.evidence_id = evidence.id and other.content is null and o.state in ('damaged', 'missing'))
    returning number`.execute(tx);
  return rows.map(({ number }) => number).toSorted();
}

/** Ids of the evidence that an object belongs to, as an original or a report. Content kept in the row itself is in no store. */
function evidenceOf(sha256: string) {
  return sql`select evidence_id from evidence_file where sha256 = ${sha256} and role = 'original' and content is null
    union all select evidence_id from evidence_file where sha256 = ${sha256} and role <> 'original' and content is null`;
}

const scrubber: Actor = { kind: 'system', id: 'scrub', name: '文件巡检', ip: '' };
const actions = { whole: '文件恢复完好', damaged: '发现文件损坏', missing: '发现文件缺失' } as const satisfies Record<
  ObjectCheck,
  TrailAction
>;
/** Keeps the trail row small when a file belongs to thousands of evidences. */
const named = 100;
