import type { PoolClient } from 'pg';
import { isReplicasFault, readingCall, type ReadingCall } from '../../platform/db/replica/call-reads.ts';
import type { Reader } from '../../platform/db/replica/reader.ts';
import { filterConditions, keywordConditions, where } from './filters.ts';
import type { Lists } from './pools.ts';
import { withJoin, orderBy, readRows, selectColumns, Statement } from './statement.ts';
import { readStoredFilters } from './stored-spellings.ts';
import type { List, ListFilters } from './list.ts';

/** Streams all rows under the filters, in the list's order, from one snapshot; see `streamStatement`. */
export function streamRows<Row, Facets extends object, Range extends string>(
  lists: Lists,
  list: List<Row, Facets, Range>,
  filters: ListFilters<Facets, Range>,
  batch = 100,
): AsyncGenerator<Row[]> {
  const { spec } = list;
  // The call is over when the rows are read.
  const call = readingCall() ?? null;
  return (async function* () {
    const read = await readStoredFilters(lists, spec, filters);
    const statement = new Statement();
    const conditions = where([...filterConditions(spec, read, statement), ...keywordConditions(spec, read, statement, 'search')]);
    const text = `select ${selectColumns(spec)} from ${spec.table} u ${withJoin(spec)} ${conditions} ${orderBy(spec)}`;
    for await (const rows of batchesOf(lists.reads.streams, { text, values: statement.values }, batch, call)) {
      // The cast is safe: the rows were read by the declaration's columns, whose types a statement cannot carry.
      yield readRows(spec, rows, 0) as Row[];
    }
  })();
}

/**
 * Streams the rows of a query as arrays of columns, from one snapshot, `batch` rows at a time. Two batches are in memory: the current one
 * and the next. Small batches let the process serve other calls in between.
 * Holds a connection until the last batch is read or the loop is left. The rows may be read after the call has been answered.
 */
export function streamStatement(streams: Reader, query: Query, batch = 100): AsyncGenerator<unknown[][]> {
  return batchesOf(streams, query, batch, readingCall() ?? null);
}

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

async function* batchesOf(streams: Reader, query: Query, batch: number, call: ReadingCall | null): AsyncGenerator<unknown[][]> {
  const { client, fetch, first } = await begin(streams, query, batch, call);
  let failure: unknown;
  try {
    let next = first;
    for (;;) {
      const { rows } = await next;
      if (rows.length === batch) {
        next = fetch();
        next.catch(() => undefined); // Thrown when awaited, which never happens if the loop is left before.
      }
      if (rows.length > 0) yield rows;
      if (rows.length < batch) return;
    }
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // After a failure the connection may be lost or still busy, so it is not reused.
    const isWell =
      failure === undefined &&
      (await client.query('rollback').then(
        () => true,
        () => false,
      ));
    client.release(!isWell);
  }
}

interface Begun {
  readonly client: PoolClient;
  fetch(): Promise<{ rows: unknown[][] }>;
  readonly first: Promise<{ rows: unknown[][] }>;
}

/** Starts the cursor. If the replica fails here, it is retried on the primary; a later failure ends the stream. */
async function begin(streams: Reader, query: Query, batch: number, call: ReadingCall | null): Promise<Begun> {
  const client = await streams.connect(call);
  const fetch = () => client.query<unknown[]>({ text: `fetch ${batch} from listed`, rowMode: 'array' });
  try {
    await client.query('begin read only');
    await client.query({ text: `declare listed no scroll cursor for ${query.text}`, values: [...query.values] });
    const first = await fetch();
    return { client, fetch, first: Promise.resolve(first) };
  } catch (error) {
    client.release(true);
    if (call === null || !isReplicasFault(error)) throw error;
    return begin(streams, query, batch, null);
  }
}
