import { sql } from 'kysely';
import { insertCallRecords } from '../server/desk/call-records/store.ts';
import type { Database, Tx } from '../server/platform/db/database.ts';
import { locks } from '../server/platform/db/locks.ts';
import type { Tables } from '../server/platform/db/tables.ts';
import { readSecret } from '../server/platform/db/secrets.ts';
import { hashPassword } from '../server/access/session/sign-in.ts';
import type { ObjectStore } from '../server/platform/storage/store.ts';
import { demoAccounts } from '../server/access/session/demo-accounts.ts';
import { demoClock, type DemoClock } from './data/clock.ts';
import { insertApplications, storeApplications } from './application-rows.ts';
import { applicationTrail } from './application-trail.ts';
import { demoApplications, type Coverable } from './applications.ts';
import { demoCalls } from './calls.ts';
import { demoEvidence } from './evidence.ts';
import { storeDemoEvidence } from './stored-evidence.ts';
import { evidenceRows } from './evidence-rows.ts';
import { captureTrail, insertCaptures, storeCaptures } from './capture-rows.ts';
import { demoCaptures } from './data/captures.ts';
import { seedFinance } from './finance.ts';
import { isNewDatabase } from './new-database.ts';
import { onlineDownloads, onlineEvidence } from './online-downloads.ts';
import { bookTransfers, continueIds } from './stored-rows.ts';
import { deskWork } from './office/desk-work.ts';
import { credentialTrail, insertCredentials, storeCredentials } from './office/credentials.ts';
import { storePictures, type StoredPictures } from './pictures/pictures.ts';
import { insertRecharges } from './recharges.ts';
import { insertRecordings, storeRecordings, recordingTrail } from './recording-rows.ts';
import { demoRecordings } from './recordings.ts';
import { demoReleases, storePackages } from './releases.ts';
import type { Row, TrailRow } from './data/row.ts';
import { demoRows, submissionsOf, type DemoRows } from './rows.ts';
import { demoUsers, type DemoUser } from './data/users.ts';

/**
 * Fills a new database with the demo; leaves any other as it is. Its events end an hour before `madeAt`. Pictures and packages are stored
 * first, then all rows in one transaction, so that an interrupted start leaves a new database, which the next start fills.
 * @param drawn pictures that `store` has from an earlier call.
 */
export async function seedDemo(
  db: Database,
  store: Pick<ObjectStore, 'put'>,
  log: (line: string) => void,
  seededAt = new Date(),
  drawn?: StoredPictures,
): Promise<void> {
  if (!(await isNewDatabase(db))) return;
  const started = performance.now();
  const clock = demoClock(seededAt);
  const users = demoUsers(clock);
  // The log names owners by pseudonyms that depend on this installation's secret.
  const ownerSecret = await readSecret(db, 'evidence-owner');
  const [pictures, evidence, recordings, captures, hashes, , credentials] = await Promise.all([
    storePictures(
      submissionsOf(users).map(({ submission }) => submission),
      store,
      drawn,
    ),
    storeDemoEvidence(demoEvidence(users, clock), store, ownerSecret),
    storeRecordings(demoRecordings(users, clock), store, ownerSecret),
    storeCaptures(demoCaptures(users, clock), store, ownerSecret),
    Promise.all(demoAccounts.operators.map(() => hashPassword(demoAccounts.password))),
    storePackages(store),
    storeCredentials(demoReleases(clock).acts, clock, store),
  ]);
  const rows = demoRows(users, pictures, hashes, clock);
  const stored = evidenceRows(evidence, rows, clock);
  const applications = await storeApplications(demoApplications(users, coverable(users, clock), rows.admin_login, clock), store);
  const desk = deskWork({ users, applications, evidence: evidence.map((one) => one.evidence), admin_login: rows.admin_login }, clock);
  const downloads = onlineDownloads(onlineEvidence(captures, recordings), rows.admin_login, stored.download_history.length, clock);
  const trail = [
    ...rows.trail,
    ...desk.trail,
    ...downloads.trail,
    ...stored.trail,
    ...applications.flatMap(applicationTrail),
    ...recordings.flatMap(recordingTrail),
    ...captures.flatMap(captureTrail),
    ...credentialTrail(credentials),
  ];
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.demo})`.execute(tx);
    // Another server that started at the same time may have filled it first.
    if (!(await isNewDatabase(tx))) return;
    await insertPeople(tx, rows);
    await insert(tx, 'log_pending', stored.log_pending);
    await insert(tx, 'evidence', stored.evidence);
    await insert(tx, 'evidence_file', stored.evidence_file);
    await insert(tx, 'download_history', [...stored.download_history, ...downloads.rows]);
    // Later bookings take the ids that follow.
    await continueIds(tx, ['points_account', 'points_transfer']);
    await bookTransfers(tx, stored.transfers);
    const losses = await reportLosses(tx, clock);
    await insertRecordings(tx, recordings);
    await insertCaptures(tx, captures);
    await insertApplications(tx, applications);
    await insert(tx, 'note', desk.note);
    await insert(tx, 'note_mention', desk.note_mention);
    await insert(tx, 'message', desk.message);
    await insert(tx, 'erasure', desk.erasure);
    const recharged = await insertRecharges(tx, clock);
    await continueIds(tx, numbered);
    await insertCredentials(tx, credentials);
    await continueIds(tx, ['office_credential']);
    // Uses what all other parts have booked.
    const finance = await seedFinance(tx, clock);
    await insertCallRecords(tx, demoCalls(stored.trail, rows.credential, clock));
    // `insertCallRecords` switches this off, but the demo's commit must wait for the disk.
    await sql`set local synchronous_commit = on`.execute(tx);
    // A command may have written trail rows already; the demo's rows take the numbers after them.
    await insert(
      tx,
      'trail',
      [...trail, ...recharged, ...finance, ...losses].toSorted((a, b) => timeOf(a) - timeOf(b)).map(({ id: _id, ...row }) => row),
    );
  });
  log(`Demo data: ${users.length} users, made in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/** Inserts users and operators with what depends on them alone. */
async function insertPeople(tx: Tx, rows: DemoRows): Promise<void> {
  await insert(tx, 'role', rows.role);
  await insert(tx, 'account', rows.account);
  await insert(tx, 'users', rows.users);
  await insert(tx, 'user_submission', rows.user_submission);
  // Only waiting submissions need hints. Reading every picture of the demo would take minutes of processor time after the start.
  await sql`delete from submission_reading using user_submission where id = submission_id and decision is not null`.execute(tx);
  await insert(tx, 'check_record', rows.check_record);
  await insert(tx, 'credential', rows.credential);
  await insert(tx, 'points_account', rows.points_account);
  await insert(tx, 'points_transfer', rows.points_transfer);
  await insert(tx, 'user_login', rows.user_login);
  await insert(tx, 'admin_login', rows.admin_login);
  await insert(tx, 'app_version', rows.app_version);
  await insert(tx, 'feedback', rows.feedback);
}

/**
 * The demo's missing files were reported missing in the past, so that no alarm is due now. @returns the rows of the trail that the scrub
 * writes when it finds them.
 */
async function reportLosses(tx: Tx, clock: DemoClock): Promise<TrailRow[]> {
  const { rows } = await sql<{ sha256: string; sizeBytes: string }>`
    update stored_object set state = 'missing', checked_at = ${clock.last} where sha256 in (
      select sha256 from evidence_file join evidence on evidence.id = evidence_id where file_status = 'missing' and content is null)
    returning sha256, size_bytes as "sizeBytes"`.execute(tx);
  const scrub = { actor_kind: 'system', actor_id: 'scrub', actor_name: '文件巡检', ip: '' } as const;
  return rows
    .toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
    .map(({ sha256, sizeBytes }) => ({
      at: clock.last,
      ...scrub,
      action: '发现文件缺失',
      object: `object/${sha256}`,
      before: { state: 'whole' },
      after: { state: 'missing', sizeBytes: Number(sizeBytes), evidenceCount: 1 },
    }));
}

/** What an application can cover: all stored evidence, of any kind. */
function coverable(users: readonly DemoUser[], clock: DemoClock): Coverable[] {
  return [
    ...demoEvidence(users, clock).flatMap(({ number, userId, savedAt, status }) =>
      status === 'stored' ? [{ number, userId, storedAt: savedAt }] : [],
    ),
    ...demoRecordings(users, clock).flatMap(({ number, user, endedAt, status }) =>
      status === 'succeeded' ? [{ number, userId: user.id, storedAt: endedAt }] : [],
    ),
    ...demoCaptures(users, clock).flatMap(({ number, user, endedAt, status }) =>
      status === 'succeeded' && endedAt ? [{ number, userId: user.id, storedAt: endedAt }] : [],
    ),
  ];
}
const numbered = [
  'role',
  'account',
  'users',
  'user_submission',
  'check_record',
  'points_account',
  'points_transfer',
  'user_login',
  'admin_login',
  'log_pending',
  'evidence',
  'download_history',
  'app_version',
  'feedback',
  'note',
  'message',
  'erasure',
] as const;

/**
 * One statement per table. The rows bring the ids and times that the tables would otherwise generate, so that two new databases are equal.
 */
async function insert<Table extends keyof Tables & string>(tx: Tx, table: Table, rows: readonly ValuesOf<Table>[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
}

/** A row's values in JSON: bytes are text in PostgreSQL's hex format. */
type ValuesOf<Table extends keyof Tables> = {
  readonly [Column in keyof Row<Table>]: Row<Table>[Column] | ([Extract<Row<Table>[Column], Uint8Array>] extends [never] ? never : string);
};

function timeOf({ at }: TrailRow): number {
  return at?.getTime() ?? 0;
}
