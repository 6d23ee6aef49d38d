import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { labelled, type Family } from '../../platform/telemetry/exposition.ts';

/** Counts of all servers' work from the database; every server reports the same. */
export async function serviceMetrics(db: Database, session: Config['session']): Promise<Family[]> {
  const work = await readWork(db, session);
  const one = (name: string, help: string, value: number | null): Family => ({ name, help, values: [{ value }] });
  return [
    {
      name: 'notary_captures_open',
      help: 'Web captures that are not finished.',
      values: labelled('state', { waiting: work.captures_waiting, running: work.captures_running }),
    },
    one('notary_captures_oldest_waiting_seconds', 'How long the oldest waits for a worker; 0 when none does.', work.captures_oldest),
    one('notary_captures_retried', 'Open captures that were begun more than once.', work.captures_retried),
    one(
      'notary_capture_workers',
      'Workers that told within a minute that they run; a worker beside a server tells so by itself.',
      work.workers,
    ),
    one('notary_servers', 'Servers that told within a minute that they run.', work.servers),
    {
      name: 'notary_uploads_open',
      help: 'Uploads that are not whole yet.',
      values: labelled('kind', { recording: work.recordings, evidence: work.uploads }),
    },
    one('notary_webhook_deliveries_due', 'Deliveries whose attempt is due.', work.deliveries),
    one('notary_webhook_delivery_oldest_due_seconds', 'How long the oldest of them is due; 0 when none is.', work.deliveries_oldest),
    one('notary_webhook_deliveries_retried', 'Deliveries that failed at least once and are tried again.', work.deliveries_retried),
    one('notary_webhook_endpoints_failing', 'Enabled endpoints whose last attempt failed.', work.endpoints_failing),
    one('notary_sessions_live', 'Sessions of operators that have neither ended nor expired.', work.sessions),
    one('notary_sm2_signatures_waiting', 'SM2 signatures that wait for the signer.', work.sm2_waiting),
    one('notary_sm2_signature_oldest_waiting_seconds', 'How long the oldest of them waits; 0 when none does.', work.sm2_oldest),
    one('notary_erasures_waiting', 'Erasures of personal data that two people decided, and that are not carried out whole.', work.erasures),
    one('notary_erasure_oldest_waiting_seconds', 'How long the oldest of them waits; 0 when none does.', work.erasures_oldest),
  ];
}

type Work = Readonly<
  Record<
    | `captures_${'waiting' | 'running' | 'oldest' | 'retried'}`
    | 'workers'
    | 'servers'
    | 'recordings'
    | 'uploads'
    | `deliveries${'' | '_oldest' | '_retried'}`
    | 'endpoints_failing'
    | 'sessions'
    | `sm2_${'waiting' | 'oldest'}`
    | `erasures${'' | '_oldest'}`,
    number
  >
>;

/** Uses partial indexes, or tables that stay small. */
async function readWork(db: Database, { idleSeconds, maxSeconds }: Config['session']): Promise<Work> {
  const { rows } = await sql<Work>`
    with open_capture as (
      select status, created_at, attempt from capture where status in ('waiting', 'queued', 'capturing', 'uploading')
       order by created_at, id limit ${countedUpTo}
    ), live_server as (select kind from server where seen_at > clock_timestamp() - interval '1 minute'),
    due as (
      select due_at, attempt from webhook_delivery d join webhook w on w.id = d.webhook_id
       where w.status = 'enabled' and not d.is_held limit ${countedUpTo}
    ), decided as (select greatest(decided_at, repeated_at) as at from erasure where state in ('approved', 'erased')),
    unsigned as (select asked_at from sm2_signature where state = 'waiting' limit ${countedUpTo})
    select
      (select count(*) from open_capture where status in ('waiting', 'queued'))::float8 as captures_waiting,
      (select count(*) from open_capture where status in ('capturing', 'uploading'))::float8 as captures_running,
      (select ${ageOf(sql`created_at`)} from open_capture where status in ('waiting', 'queued')) as captures_oldest,
      (select count(*) from open_capture where attempt > 1)::float8 as captures_retried,
      (select count(*) from live_server where kind = 'worker')::float8 as workers,
      (select count(*) from live_server where kind = 'server')::float8 as servers,
      (select count(*) from recording where status in ('running', 'uploading'))::float8 as recordings,
      (select count(*) from evidence_upload where offset_bytes < size_bytes)::float8 as uploads,
      (select count(*) from due where due_at <= now())::float8 as deliveries,
      (select ${ageOf(sql`due_at`)} from due where due_at <= now()) as deliveries_oldest,
      (select count(*) from due where attempt > 1)::float8 as deliveries_retried,
      (select count(*) from webhook where status = 'enabled' and failing_since is not null)::float8 as endpoints_failing,
      (select count(*) from session
        where ended_at is null and last_seen_at > clock_timestamp() - make_interval(secs => ${idleSeconds})
          and created_at > clock_timestamp() - make_interval(secs => ${maxSeconds}))::float8 as sessions,
      (select count(*) from unsigned)::float8 as sm2_waiting,
      (select ${ageOf(sql`asked_at`)} from unsigned) as sm2_oldest,
      (select count(*) from decided)::float8 as erasures, (select ${ageOf(sql`at`)} from decided) as erasures_oldest`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the database did not answer');
  return row;
}

function ageOf(since: ReturnType<typeof sql>) {
  return sql`coalesce(greatest(0, extract(epoch from clock_timestamp() - min(${since}))), 0)::float8`;
}

const countedUpTo = 100_000;
