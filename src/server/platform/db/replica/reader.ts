import type { Pool, PoolClient, QueryArrayConfig } from 'pg';
import { readingCall, orFromPrimary, type ReadingCall } from './call-reads.ts';

/** Connections to read through: the replica's if there is one and the call may use it, else the primary's. */
export interface Reader {
  query<Row extends unknown[]>(asked: QueryArrayConfig<unknown[]>): Promise<{ rows: Row[] }>;
  /** @param call the reading call, if it can no longer be taken from the async context; null to read from the primary. */
  connect(call?: ReadingCall | null): Promise<PoolClient>;
}

/** Gives a connection to a replica that has replayed all that the call must see; null if there is none now. */
export type FromReplica = (call: ReadingCall) => Promise<PoolClient | null>;

export function primaryReader(pool: Pool): Reader {
  return { query: async (asked) => pool.query(asked), connect: () => pool.connect() };
}

export function replicaReader(primary: Pool, fromReplica: FromReplica): Reader {
  const connect = async (call: ReadingCall | null | undefined = readingCall()): Promise<PoolClient> =>
    (call && (await fromReplica(call))) ?? primary.connect();
  return {
    connect,
    query: <Row extends unknown[]>(asked: QueryArrayConfig<unknown[]>) =>
      orFromPrimary(async () => {
        const client = await connect();
        let isWell = false;
        try {
          const { rows } = await client.query<Row>(asked);
          isWell = true;
          return { rows };
        } finally {
          client.release(!isWell);
        }
      }),
  };
}
