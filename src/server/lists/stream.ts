import type { Pool } from 'pg';
import { filterConditions, keywordConditions, readFilters, where } from './filters.ts';
import type { Lists } from './pools.ts';
import { withJoin, orderBy, readRows, selectColumns, Statement } from './statement.ts';
import type { List, ListFilters } from './list.ts';

/** Every row under the filters, in the list's order and of one snapshot; see streamStatement. */
export async function* streamRows<Row, Facets extends object, Range extends string>(
  lists: Lists,
  list: List<Row, Facets, Range>,
  filters: ListFilters<Facets, Range>,
  batch = 100,
): AsyncGenerator<Row[]> {
  const { spec } = list;
  const read = readFilters(spec, filters);
  const statement = new Statement();
  const conditions = where([...filterConditions(spec, read, statement), ...keywordConditions(spec, read, statement, 'search')]);
  const text = `select ${selectColumns(spec)} from ${spec.table} u ${withJoin(spec)} ${conditions} ${orderBy(spec)}`;
  for await (const rows of streamStatement(lists.streams, { text, values: statement.values }, batch)) {
    // The declaration's columns are what the rows were read by; the statement cannot carry their types.
    yield readRows(spec, rows, 0) as Row[];
  }
}

/**
 * The rows of a query as arrays of their columns, all of one snapshot, `batch` rows at a time; two batches are in memory, the one given and
 * the next.
 * Small batches leave the process free for other calls between them.
 * Holds a connection until the last batch was taken or the loop is left.
 */
export async function* streamStatement(
  streams: Pool,
  query: { readonly text: string; readonly values: readonly unknown[] },
  batch = 100,
): AsyncGenerator<unknown[][]> {
  const client = await streams.connect();
  let failure: unknown;
  try {
    await client.query('begin read only');
    await client.query({ text: `declare listed no scroll cursor for ${query.text}`, values: [...query.values] });
    const fetch = () => client.query<unknown[]>({ text: `fetch ${batch} from listed`, rowMode: 'array' });
    let next = fetch();
    for (;;) {
      const { rows } = await next;
      if (rows.length === batch) {
        next = fetch();
        next.catch(() => undefined); // Told at its turn; it may never come, when the loop is left.
      }
      if (rows.length > 0) yield rows;
      if (rows.length < batch) return;
    }
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // A connection that was lost, or is still at work, is not used again.
    const isWell =
      failure === undefined &&
      (await client.query('rollback').then(
        () => true,
        () => false,
      ));
    client.release(!isWell);
  }
}
