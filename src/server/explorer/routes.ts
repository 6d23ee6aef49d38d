import type { FastifyInstance } from 'fastify';
import { explorerPath, explorerQuery, type ExplorerReply } from '../../contract/console/explorer.ts';
import type { Database } from '../db/database.ts';
import { answerErrors } from '../http/errors.ts';
import { lookUp } from './look-up.ts';

/**
 * The public look-up of the explorer page: unsigned. An unreadable query is distinguished from one without
 * results.
 */
export async function explorerRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  answerErrors(app);
  app.get(explorerPath, async (request): Promise<ExplorerReply> => {
    const parsed = explorerQuery.safeParse(request.query);
    const query = parsed.success ? parsed.data.q : '';
    const records = await lookUp(db, query);
    return { query, readable: records !== null, records: records ?? [] };
  });
}
