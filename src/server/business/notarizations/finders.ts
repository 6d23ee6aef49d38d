import { sql } from 'kysely';
import { notarialStatus } from '../../../domain/business/codes/notarizations.ts';
import { payStatus } from '../../../domain/business/codes/orders.ts';
import { afterAct } from '../../../domain/business/rules/notarization.ts';
import { scopeOf } from '../../desk/acceptors/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { createLoader } from '../../platform/db/batches/loader.ts';
import type { Deps } from '../../custody/deps.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { exactLookUp } from '../../desk/lists/exact-rows.ts';
import { firstRows } from '../../desk/lists/first-rows.ts';
import { actsOf, nothing, rowsSought, type Finder, type Found, type FoundRecord } from '../../desk/search/finder.ts';
import { isText, mayBeForeign, mayBeInText, type SearchKeyword } from '../../desk/search/keyword.ts';
import { applicationList, type ListedApplication } from './application-list.ts';
import { firstNumbers } from './find-application.ts';
import { applicationRowOf } from './wire-rows.ts';

/** Finds applications by order number, gateway number, document number, mobile and name; within node 37. */
export function applicationFinders({ db, lists }: Pick<Deps, 'db' | 'lists'>): Finder[] {
  const by = (column: string, rows: 'one' | 'few' | 'many', isKey = false) =>
    exactLookUp(lists, applicationList, column, { narrowing: ['accepted_by'], limit: rowsSought, rows, isKey });
  const [byOrder, byTrade, byMobile] = [by('order_no', 'one'), by('trade_no', 'few'), by('mobile', 'many')];
  const byId = by('id', 'one', true);
  const orderOf = createLoader((numbers: string[]) => ordersOfDocuments(db, numbers));
  const firstOf = createLoader(async (ids: string[]) => new Map(await firstNumbers(db, ids)));

  const byKeyword = (keyword: string, facets: Narrowing) => firstRows(lists, applicationList, { facets, keyword, limit: rowsSought });

  async function rowsOf(
    sought: SearchKeyword,
    facets: Narrowing,
  ): Promise<{ rows: readonly ListedApplication[] | null } & Pick<Found, 'isListed'>> {
    const { form, number, text } = sought;
    if (form === 'evidence') return { rows: [], isListed: true };
    const id = documentForm.test(text) ? await orderOf(documentNumberIn(text)) : undefined;
    if (id !== undefined) return { rows: await byId(id, facets), isListed: false };
    if (form === 'mobile') return { rows: await byMobile(number, facets), isListed: true };
    const own = form === 'order' ? await byOrder(number, facets) : [];
    const rows = own.length === 0 && mayBeForeign(sought) ? await byTrade(number, facets) : own;
    return { rows: rows.length === 0 && isText(sought) ? await byKeyword(text, facets) : rows, isListed: true };
  }

  const partsOf = async (sought: SearchKeyword, facets: Narrowing) => (mayBeInText(sought) ? byKeyword(sought.text, facets) : []);
  const hitsOf = async (rows: readonly ListedApplication[] | null, operator: Operator) =>
    rows && (await Promise.all(rows.map(async (row) => hitOf(row, (await firstOf(row.id)) ?? '', operator))));

  return [
    {
      kind: 'application',
      name: '出证申请',
      needs: 'notarization:list',
      list: '/evidence/results',
      async find(sought, operator) {
        const { rows, isListed } = await rowsOf(sought, narrowingOf(operator));
        return { hits: await hitsOf(rows, operator), isListed };
      },
      async findPart(sought, operator) {
        return { ...nothing, hits: await hitsOf(await partsOf(sought, narrowingOf(operator)), operator) };
      },
    },
  ];
}

interface Narrowing {
  readonly accepted_by?: string;
}

function narrowingOf(operator: Operator): Narrowing {
  const scope = scopeOf(operator);
  return scope === null ? {} : { accepted_by: scope };
}

/** （2026）存公证字第1号, with or without blanks, with either kind of brackets. */
const documentForm = /^\s*[（(]\s*\d{4}\s*[）)].{1,40}号\s*$/;

function documentNumberIn(text: string): string {
  return text.replaceAll(/\s/g, '').replaceAll('(', '（').replaceAll(')', '）');
}

async function ordersOfDocuments(db: Database, numbers: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ number: string; order_id: string }>`
    select number, order_id from notarial_document where number = any (${numbers}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.number, row.order_id]));
}

function hitOf(row: ListedApplication, firstNumber: string, operator: Operator): FoundRecord {
  const {
    orderId,
    userId,
    dataId,
    type,
    name,
    mobile,
    addTime,
    notarialStatus_name: status,
  } = applicationRowOf({
    ...row,
    firstNumber,
    deadline: null,
  });
  const isUnpaid = row.payStatus === 'unpaid';
  const isFailed = row.payStatus === 'failed' && row.status === 'pending';
  const isOpen = 'next' in afterAct(row, 'pass');
  return {
    id: row.id,
    title: name,
    texts: [row.orderNo, mobile, addTime],
    // Nobody reviews an application before it is paid: 待审核 would be false.
    status: isUnpaid || isFailed ? payStatus.label(row.payStatus) : (status ?? notarialStatus.label('waiting')),
    // screens, 出证申请: an unpaid application has no detail page.
    url: isUnpaid ? `/evidence/results?keyword=${row.orderNo}` : `/evidence/results/${[userId, dataId, orderId, type].join('/')}`,
    acts: actsOf(operator, [['审核', 'notarization:review', isOpen]]),
  };
}
