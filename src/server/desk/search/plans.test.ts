import type { Pool } from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { testLists } from '../../../../test/installation/factories/lists.ts';
import { captureList } from '../../business/captures/capture-list.ts';
import { evidenceList } from '../../business/evidence/evidence-list.ts';
import { invoiceList } from '../../business/invoices/invoice-list.ts';
import { exactLookUp } from '../lists/exact-rows.ts';
import type { List } from '../lists/list.ts';
import { applicationList } from '../../business/notarizations/application-list.ts';
import { chargeList, orderList } from '../../business/orders/order-lists.ts';
import { recordingList } from '../../business/recordings/recording-list.ts';
import { userList } from '../../business/users/user-list.ts';

const database = testDatabase();
const lists = testLists(database);

type AnyList = List<unknown, Record<string, string>, string>;
type Rows = 'one' | 'few' | 'many';
const lookUps: readonly (readonly [list: unknown, column: string, rows: Rows, facets?: string[], narrowing?: string[]])[] = [
  [userList, 'mobile', 'one', ['type']],
  [userList, 'id_card', 'few', [], ['type']],
  [userList, 'tax_code', 'few', [], ['type']],
  [evidenceList, 'number', 'one', [], ['shown_in']],
  [captureList, 'number', 'one'],
  [captureList, 'mobile', 'many'],
  [recordingList, 'number', 'one', [], ['type']],
  [recordingList, 'mobile', 'many', [], ['type']],
  [applicationList, 'order_no', 'one', [], ['accepted_by']],
  [applicationList, 'trade_no', 'few', [], ['accepted_by']],
  [applicationList, 'mobile', 'many', [], ['accepted_by']],
  [orderList, 'order_no', 'one'],
  [orderList, 'trade_no', 'few'],
  [orderList, 'mobile', 'many'],
  [chargeList, 'order_no', 'one'],
  [chargeList, 'trade_no', 'few'],
  [chargeList, 'mobile', 'many'],
  [invoiceList, 'deal_num', 'few'],
  [invoiceList, 'red_num', 'few'],
  [invoiceList, 'tax_num', 'few'],
  [invoiceList, 'mobile', 'many'],
];

beforeAll(async () => {
  await database.pool.query(`insert into users (type, name, mobile, id_card, registered_at)
    select 'personal', '某某', '100' || lpad(i::text, 8, '0'), '9900001990010' || lpad(i::text, 5, '0'), now() - make_interval(secs => i)
    from generate_series(1, 2000) i`);
  await database.pool.query('analyze users');
});

/** The plan of a look-up's statement, with sequential scans disabled unless there is no alternative. */
async function planOf(list: AnyList, column: string, rows: Rows, facets: string[], narrowing: string[]): Promise<string> {
  const sent: { text: string; values: unknown[] }[] = [];
  const query = (statement: { text: string; values: unknown[] }) => {
    sent.push(statement);
    return lists.lists.hot.query(statement);
  };
  const hot = Object.create(lists.lists.hot, { query: { value: query } }) as Pool;
  const given = Object.fromEntries(facets.map((name) => [name, 'personal']));
  await exactLookUp({ ...lists.lists, hot }, list, column, { facets, narrowing, limit: 6, rows })('99', given);
  const client = await database.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${sent[0]?.text ?? ''}`, sent[0]?.values);
    return lines.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
}

it.each(lookUps.map(([list, ...rest]) => [(list as AnyList).spec.name, rest[0], list, rest] as const))(
  'in %s the whole of %s is found by an index of it',
  async (_name, _column, list, [column, rows, facets = [], narrowing = []]) => {
    const plan = await planOf(list as AnyList, column, rows, facets, narrowing);
    expect(plan).toMatch(new RegExp(String.raw`Index Cond: .*\b${column}\b`));
    // An index whose first column is a facet needs a condition on it.
    if (column === 'mobile' && facets.includes('type') && plan.includes('users_type_mobile_key'))
      expect(plan).toMatch(/Index Cond: .*\btype\b/);
    expect(plan).not.toContain('Seq Scan');
  },
);
