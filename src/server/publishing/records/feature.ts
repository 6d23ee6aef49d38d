import type { FastifyInstance } from 'fastify';
import { recordPath } from '../../../contract/open/record-path.ts';
import { typedNumber } from '../../../domain/kit/text/typed.ts';
import type { Deps } from '../../custody/deps.ts';
import { makeDayTrees } from '../../custody/records/day-trees.ts';
import { renewDue } from '../../custody/records/renew.ts';
import { stampTrees } from '../../custody/records/stamp-trees.ts';
import { readRecord } from '../../custody/records/stored-record.ts';
import type { Database } from '../../platform/db/database.ts';
import { refuseUnsigned, serveUnsigned } from '../../platform/http/unsigned.ts';
import type { PeriodicJob } from '../../platform/jobs/periodic.ts';

/** Evidence records of RFC 4998: created daily, renewed in time, and served. */
export function records(deps: Pick<Deps, 'authority' | 'config' | 'db'>) {
  return {
    register: (app: FastifyInstance) => recordRoutes(app, deps),
    jobs: recordJobs(deps),
  };
}

/** Daily trees, renewals, and the tokens for both. Without an authority trees are made and wait for their tokens. */
function recordJobs({ authority, config, db }: Pick<Deps, 'authority' | 'config' | 'db'>): PeriodicJob[] {
  const weakSince = config.weakAlgorithms ?? {};
  return [
    { name: 'making the hash trees of days', everyMs: 300_000, run: (stopping) => makeDayTrees(db, stopping) },
    { name: 'renewing evidence records', everyMs: 3_600_000, run: (stopping) => renewDue(db, weakSince, stopping) },
    ...(authority === null
      ? []
      : [
          {
            name: 'getting timestamps of evidence records',
            everyMs: config.timestamps.intervalSeconds * 1000,
            run: (stopping: AbortSignal) => stampTrees(db, authority, weakSince, stopping),
          },
        ]),
  ];
}

/**
 * The newest evidence record of a number, for holders of its package. It contains only hashes and tokens.
 */
async function recordRoutes(app: FastifyInstance, { db }: { readonly db: Database }): Promise<void> {
  serveUnsigned(app);
  app.get<{ Params: { baoquan: string } }>(recordPath(':baoquan'), async (request, reply) => {
    const number = typedNumber(request.params.baoquan);
    const place = /^[0-9A-F]{32}$/.test(number) ? await placeOf(db, number) : undefined;
    if (!place) return refuseUnsigned(reply, 404, 'unknown', 'there is no such evidence');
    const record = place.seq === null ? null : await readRecord(db, place.seq);
    if (!record) return reply.status(202).send({ state: 'pending' });
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${number}.ers"`)
      .send(Buffer.from(record));
  });
}

/** The evidence's position in the log; undefined if the number is unknown. */
async function placeOf(db: Database, number: string): Promise<{ readonly seq: string | null } | undefined> {
  return db
    .selectFrom('evidence')
    .leftJoin('log_entry', 'log_entry.pending_id', 'evidence.log_entry')
    .select('log_entry.seq')
    .where('number', '=', number)
    .executeTakeFirst();
}
