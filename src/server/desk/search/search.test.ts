import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { card, code, searchedRecords } from '../../../../test/installation/scenarios/searched.ts';
import { testApp } from '../../../../test/installation/app.ts';
import type { SearchKind } from '../../../contract/console/search.ts';

const installation = testApp();
const { holding } = operators(installation);
type Operator = Awaited<ReturnType<typeof holding>>;
type Row = Record<string, unknown>;

/** Each kind with its list's menu node, how to query the list, and the field that identifies a row. */
const kinds = [
  { kind: 'user/enterprise', node: 2, path: '/api/ajax/user/getUserList', fields: { type: 2 }, id: 'user_id' },
  { kind: 'user/personal', node: 3, path: '/api/ajax/user/getUserList', fields: { type: 1 }, id: 'user_id' },
  { kind: 'evidence/enterprise', node: 7, path: '/api/ajax/data/getSaveDataList', fields: { type: 2 }, id: 'baoquan' },
  { kind: 'evidence/personal', node: 8, path: '/api/ajax/data/getSaveDataList', fields: { type: 1 }, id: 'baoquan' },
  { kind: 'application', node: 10, path: '/api/ajax/data/getEvidencesList', fields: {}, id: 'orderId' },
  { kind: 'online/web', node: 12, path: '/api/ajax/webfor/getWebList', fields: {}, id: 'baoquan_no' },
  { kind: 'online/process', node: 13, path: '/api/ajax/evidence/getProList', fields: { type: 1 }, id: 'attestation_id' },
  { kind: 'online/move', node: 14, path: '/api/ajax/evidence/getProList', fields: { type: 3 }, id: 'attestation_id' },
  { kind: 'order', node: 16, path: '/api/ajax/data/getOrderList', fields: {}, id: 'orderNo' },
  { kind: 'charge', node: 17, path: '/api/ajax/data/getOrderChargeList', fields: {}, id: 'order_no' },
  { kind: 'invoice', node: 18, path: '/api/invoice/invoiceList', fields: {}, id: 'id', isPosted: true },
  { kind: 'client', node: 40, path: '/api/ajax/open/getClientList', fields: {}, id: 'app_id' },
  { kind: 'webhook', node: 41, path: '/api/ajax/open/getWebhookList', fields: {}, id: 'webhook_id' },
] as const;
const everyNode = kinds.map(({ node }) => node);

const known: Record<string, string> = {};

async function find(by: Operator, keyword: string): Promise<SearchKind[]> {
  return (await by.get<{ list: SearchKind[] }>('/api/ajax/search/find', { keyword })).data.list;
}

/** The rows that the list returns to this operator; none if they may not see it. */
async function listed(by: Operator, { path, fields, ...rest }: (typeof kinds)[number], keyword: string): Promise<Row[]> {
  const ask = { ...fields, keyword, limit: 100 };
  const answer = 'isPosted' in rest ? await by.post<{ list: Row[] }>(path, ask) : await by.get<{ list: Row[] }>(path, ask);
  return answer.code === 200 ? answer.data.list : [];
}

/** The number that both a hit and its row in the list show. */
function nameOf(kind: string, hit: SearchKind['hits'][number]): string {
  return kind === 'order' || kind === 'charge' ? (hit.texts[0] ?? '') : hit.id;
}

const trailOf = (by: Operator) =>
  installation.db
    .selectFrom('trail')
    .select(['object', 'after'])
    .where('action', '=', '按证件号查找')
    .where('actor_id', '=', by.id)
    .orderBy('id')
    .execute();

beforeAll(async () => {
  Object.assign(known, await searchedRecords(installation.db));
});

describe('each kind is found as its own list finds it, and only by whoever reads that list', () => {
  const roles: readonly (readonly number[])[] = [
    [],
    ...everyNode.map((node) => [node]),
    [10, 37],
    [2, 3, 10, 16, 17, 18],
    [40, 41],
    everyNode,
    [...everyNode, 37],
  ];
  it.each(roles.map((nodes) => [nodes.join() || 'no node', nodes] as const))('for a role with %s', async (_name, nodes) => {
    const by = await holding(...nodes);
    if (nodes.includes(37))
      await installation.db
        .updateTable('notarization_order')
        .set({ acceptor_id: by.id })
        .where('order_no', '=', known['order of personal'] ?? '')
        .execute();
    for (const [what, keyword] of Object.entries(known)) {
      const found = await find(by, keyword);
      for (const one of kinds) {
        const rows = nodes.includes(one.node) ? await listed(by, one, keyword) : [];
        const { hits = [], more = '' } = found.find(({ kind }) => kind === one.kind) ?? {};
        const ids = rows.map((row) => String(row[one.id]));
        expect([what, one.kind, hits.map((hit) => nameOf(one.kind, hit)), more !== '']).toEqual([
          what,
          one.kind,
          ids.slice(0, 5),
          ids.length > 5,
        ]);
        // Exactly the list's texts, and so masked in the same way.
        for (const [nth, hit] of hits.entries()) {
          const shown = Object.values(rows[nth] ?? {}).map(String);
          expect([hit.title, ...hit.texts].filter((text) => !shown.includes(text.replace(/ 元$/, '')))).toEqual([]);
        }
      }
      if (nodes.length === 0) expect(found).toEqual([]);
    }
  });

  it('every number leads to something for whoever reads all', async () => {
    const by = await holding(...everyNode);
    const silent: string[] = [];
    for (const [what, keyword] of Object.entries(known)) if ((await find(by, keyword)).length === 0) silent.push(what);
    expect(silent).toEqual(['nothing']);
  });
});

describe('numbers that no list finds', () => {
  it('a notarial document, in whatever brackets, leads to its application, within node 37', async () => {
    const [all, own] = [await holding(10), await holding(10, 37)];
    for (const keyword of ['（2026）存公证字第17号', '(2026)存公证字第17号', '（2026） 存公证字 第17号']) {
      expect((await find(all, keyword)).map(({ kind, hits, more }) => [kind, hits[0]?.texts[0], more])).toEqual([
        ['application', known['order of personal'], ''],
      ]);
      expect(await find(own, keyword)).toEqual([]);
    }
  });

  it('the number of an invoice leads to it, to the page where its next step is done', async () => {
    const by = await holding(18, 31);
    const [issued] = await find(by, '24992000000012345678');
    expect([issued?.kind, issued?.hits.length, issued?.hits[0]?.status]).toEqual(['invoice', 1, '已开票']);
    expect(issued?.hits[0]?.url).toMatch(/^\/money\/invoice\/invoiceDetail\?id=/);
    const [company] = await find(by, known['mobile of the company'] ?? '');
    expect(company?.hits.map(({ url }) => url.replace(/\d+$/, ''))).toEqual([
      '/money/invoice/invoiceDetail?id=',
      '/money/invoice/invoiceDetail/audit?id=',
    ]);
  });

  it.each([
    ['in groups', '澄帆', (text: string) => text.replace(/^(...)(....)/, '$1 $2-')],
    ['with its country', '澄帆', (text: string) => `+86 ${text}`],
    ['in full width', '澄帆', (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))],
  ])('a mobile %s', async (_name, _of, written) => {
    const by = await holding(3);
    const found = await find(by, written(known['mobile of the person'] ?? ''));
    expect(found.map(({ kind, hits }) => [kind, hits[0]?.title])).toEqual([['user/personal', '叶澄帆']]);
  });
});

describe('acts', () => {
  it('are those that the record waits for and the operator may do', async () => {
    const actsOf = async (nodes: number[], keyword: string) =>
      (await find(await holding(...nodes), keyword)).flatMap(({ hits }) => hits[0]?.acts ?? []);
    const [mobile = '', order = '', capture = ''] = [
      known['mobile of the company'],
      known['order of personal'],
      known['capture that failed'],
    ];
    expect([await actsOf([2, 27], mobile), await actsOf([2], mobile)]).toEqual([['审核'], []]);
    expect([await actsOf([10, 29], order), await actsOf([10], order)]).toEqual([['审核'], []]);
    expect([await actsOf([12, 30], known['capture that succeeded'] ?? ''), await actsOf([12, 30], capture)]).toEqual([['下载证据'], []]);
  });
});

describe('an application', () => {
  it('that is not paid is said to be so, and not to wait for a review', async () => {
    const order = known['order of personal'] ?? '';
    const statusOf = async () => (await find(await holding(10), order)).map(({ hits }) => hits[0]?.status);
    const paid = await installation.db
      .selectFrom('notarization_order')
      .select(['pay_status', 'paid_at'])
      .where('order_no', '=', order)
      .executeTakeFirstOrThrow();
    expect(await statusOf()).toEqual(['待审核']);
    for (const [change, text] of [
      [{ pay_status: 'unpaid', paid_at: null }, '待支付'],
      [{ pay_status: 'failed', paid_at: null }, '支付失败'],
      [paid, '待审核'],
    ] as const) {
      await installation.db.updateTable('notarization_order').set(change).where('order_no', '=', order).execute();
      expect(await statusOf()).toEqual([text]);
    }
  });
});

describe('a whole identity number', () => {
  it('is shown masked, found by the whole of it alone, and each look-up of it is on the trail', async () => {
    const by = await holding(2, 3);
    for (const keyword of [card, card.toLowerCase(), ` ${card.slice(0, 6)} ${card.slice(6)} `]) {
      const found = await find(by, keyword);
      expect(found.map(({ hits }) => hits.map(({ texts }) => texts[1]))).toEqual([['9900**********123X']]);
    }
    expect(JSON.stringify(await find(by, card))).not.toContain(card);
    expect(await find(by, card.slice(0, 17))).toEqual([]);
    const { id } = await installation.db.selectFrom('users').select('id').where('id_card', '=', card).executeTakeFirstOrThrow();
    const row = { object: `user/${id}`, after: { keyword: '9900**********123X', matches: [`user/${id}`] } };
    expect(await trailOf(by)).toEqual([row, row, row, row]);
  });

  it('is on the trail once for each of many look-ups at once, each under its own operator', async () => {
    const [one, other] = [await holding(2, 3), await holding(2, 3)];
    await Promise.all(Array.from({ length: 20 }, (_, at) => find(at % 2 === 0 ? one : other, at % 4 < 2 ? card : '990000199001019999')));
    const { id } = await installation.db.selectFrom('users').select('id').where('id_card', '=', card).executeTakeFirstOrThrow();
    for (const by of [one, other])
      expect((await trailOf(by)).map(({ object }) => object).toSorted()).toEqual([
        ...Array.from({ length: 5 }, () => 'search'),
        ...Array.from({ length: 5 }, () => `user/${id}`),
      ]);
  });

  it('of nobody is on the trail too; other numbers are not, nor is a look-up by whoever may see no users', async () => {
    const [by, other] = [await holding(2, 3), await holding(7, 8, 10, 16)];
    expect(await find(by, '990000199001019999')).toEqual([]);
    await find(by, known['mobile of the person'] ?? '');
    await find(by, '叶澄帆');
    await find(by, code);
    await find(other, card);
    expect(await trailOf(by)).toEqual([{ object: 'search', after: { keyword: '9900**********9999', matches: [] } }]);
    expect(await trailOf(other)).toEqual([]);
  });
});

describe('bad input', () => {
  it.each(['', ' ', '　', '张', '1', ' a '])('%j is not looked for', async (keyword) => {
    const by = await holding(...everyNode);
    expect(await find(by, keyword)).toEqual([]);
  });

  it.each([
    ['1,000 characters', '张'.repeat(1000), '关键字最多100个字'],
    ['a control character', 'ab\u0007cd', '关键字含有无效字符'],
    ['a NUL', 'ab\0cd', '关键字含有无效字符'],
  ])('%s is refused', async (_name, keyword, msg) => {
    const by = await holding(...everyNode);
    expect(await by.get('/api/ajax/search/find', { keyword })).toMatchObject({ code: 403, data: { msg } });
  });

  it.each(['%%', '__', "'''", '"""', '%_\'"', String.raw`\\`, "' or 1=1 --", '100 %', '（）', '😀😀', '\u202e\u202e'])(
    '%j stands for itself',
    async (keyword) => {
      const by = await holding(...everyNode);
      expect((await by.get('/api/ajax/search/find', { keyword })).code).toBe(200);
      expect(await find(by, keyword)).toEqual([]);
    },
  );

  it('is refused to whoever is not signed in', async () => {
    expect(await installation.nobody.get('/api/ajax/search/find', { keyword: card })).toMatchObject({ code: 401 });
  });
});
