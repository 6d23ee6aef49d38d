import type { FastifyInstance } from 'fastify';
import { recordPath } from '../../contract/open/record-path.ts';
import { readRecord } from '../custody/records/stored-record.ts';
import type { Database } from '../db/database.ts';
import { refuseUnsigned, serveUnsigned } from '../http/unsigned.ts';

/**
 * The newest evidence record of a number, for holders of its package. It contains only hashes and tokens.
 */
export async function recordRoutes(app: FastifyInstance, { db }: { readonly db: Database }): Promise<void> {
  serveUnsigned(app);
  app.get<{ Params: { baoquan: string } }>(recordPath(':baoquan'), async (request, reply) => {
    const number = request.params.baoquan.trim().toUpperCase();
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
