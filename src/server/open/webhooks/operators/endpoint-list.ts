import { sql, type ExpressionBuilder } from 'kysely';
import type { ClientStatus } from '../../../../domain/business/codes/clients.ts';
import type { WebhookHealth } from '../../../../domain/business/codes/deliveries.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';

export interface EndpointQuery {
  readonly keyword: string;
  readonly webhook_id?: string | undefined;
  readonly status?: ClientStatus | undefined;
  readonly health?: WebhookHealth | undefined;
  readonly page: number;
  readonly limit: number;
}

/**
 * A page of all clients' endpoints, newest first, and their number. A client has at most twenty, so they are counted when read; kept
 * counters would have to change with every attempt.
 */
export async function listEndpointsOfAll(db: Database, { keyword, webhook_id: id, status, health, page, limit }: EndpointQuery) {
  const matching = db
    .selectFrom('webhook as w')
    .innerJoin('credential as c', 'c.app_id', 'w.app_id')
    .$if(id !== undefined, (query) => query.where('w.id', '=', id ?? ''))
    .$if(status !== undefined, (query) => query.where('w.status', '=', status ?? 'enabled'))
    .$if(health !== undefined, (query) => query.where('w.status', '=', 'enabled'))
    .$if(health === 'failing', (query) => query.where('w.failing_since', 'is not', null))
    .$if(health === 'well', (query) => query.where('w.failing_since', 'is', null))
    .$if(keyword !== '', (query) =>
      query.where(
        sql<boolean>`position(lower(${keyword}) in lower(w.url)) > 0 or position(lower(${keyword}) in lower(c.name)) > 0
          or position(lower(${keyword}) in lower(c.app_id)) > 0`,
      ),
    );
  const [rows, { total }] = await Promise.all([
    matching
      .leftJoinLateral(disabling, (join) => join.onTrue())
      .select([
        'w.id',
        'w.url',
        'w.app_id',
        'c.name as clientName',
        'c.status as clientStatus',
        'w.types',
        'w.description',
        'w.status',
        'w.reason',
        'w.failures',
        'w.failing_since',
        'w.last_success_at',
        'w.created_at',
        't.actor_name as disabledBy',
        't.at as disabledAt',
      ])
      .orderBy('w.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** Who disabled a disabled endpoint, and when, according to the trail. */
function disabling(from: ExpressionBuilder<Tables & { w: Tables['webhook'] }, 'w'>) {
  return from
    .selectFrom('trail')
    .select(['actor_name', 'at'])
    .where('object', '=', sql<string>`'webhook/' || w.id`)
    .where('action', '=', '停用回调地址')
    .where('w.status', '=', 'disabled')
    .orderBy('trail.id', 'desc')
    .limit(1)
    .as('t');
}
export type ListedEndpoint = Awaited<ReturnType<typeof listEndpointsOfAll>>['rows'][number];
