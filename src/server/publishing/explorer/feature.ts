import type { FastifyInstance } from 'fastify';
import { explorerPath, explorerQuery, type ExplorerReply } from '../../../contract/console/explorer.ts';
import type { Deps } from '../../custody/deps.ts';
import type { Database } from '../../platform/db/database.ts';
import { answerErrors } from '../../platform/http/errors.ts';
import { lookUp } from './look-up.ts';

/** The public look-up in the log. */
export function explorer({ db }: Pick<Deps, 'db'>) {
  return { register: (app: FastifyInstance) => explorerRoutes(app, { db }) };
}

/**
 * The public look-up of the explorer page: unsigned. An unreadable query is distinguished from one without
 * results.
 */
async function explorerRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  answerErrors(app);
  app.get(explorerPath, async (request): Promise<ExplorerReply> => {
    const parsed = explorerQuery.safeParse(request.query);
    const query = parsed.success ? parsed.data.q : '';
    const records = await lookUp(db, query);
    return { query, readable: records !== null, records: records ?? [] };
  });
}
