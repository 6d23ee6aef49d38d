import type { Deps } from '../../custody/deps.ts';
import { exactLookUp } from '../../desk/lists/exact-rows.ts';
import { firstRows } from '../../desk/lists/first-rows.ts';
import type { List } from '../../desk/lists/list.ts';
import { nothing, rowsSought, type Finder, type Found, type FoundRecord } from '../../desk/search/finder.ts';
import { isText, mayBeForeign, mayBeInText, type SearchKeyword } from '../../desk/search/keyword.ts';
import { chargeList, orderList, type ListedCharge, type ListedOrder } from './order-lists.ts';
import { chargeRowOf, orderRowOf } from './wire-rows.ts';

/** Finds orders of both kinds by their own number, the gateway's number, mobile and name. */
export function orderFinders({ lists }: Pick<Deps, 'lists'>): Finder[] {
  const orders = finderOf(lists, orderList, orderHit);
  const charges = finderOf(lists, chargeList, chargeHit);
  return [
    { kind: 'order', name: '公证订单', needs: 'finance:order', list: '/money/just', ...orders },
    { kind: 'charge', name: '充值消费订单', needs: 'finance:charge', list: '/money/customer', ...charges },
  ];
}

function finderOf<Row>(
  lists: Deps['lists'],
  list: List<Row, object, string>,
  hitOf: (row: Row) => FoundRecord,
): Pick<Finder, 'find' | 'findPart'> {
  const by = (column: string, rows: 'one' | 'few' | 'many') => exactLookUp(lists, list, column, { limit: rowsSought, rows });
  const [byOrder, byTrade, byMobile] = [by('order_no', 'one'), by('trade_no', 'few'), by('mobile', 'many')];
  const byKeyword = (keyword: string) => firstRows(lists, list, { facets: {}, keyword, limit: rowsSought });
  const rowsOf = async (sought: SearchKeyword): Promise<readonly Row[] | null> => {
    const { form, number } = sought;
    if (form === 'evidence') return [];
    if (form === 'mobile') return byMobile(number);
    const own = form === 'order' ? await byOrder(number) : [];
    const rows = own.length === 0 && mayBeForeign(sought) ? await byTrade(number) : own;
    return rows.length === 0 && isText(sought) ? byKeyword(sought.text) : rows;
  };
  const partsOf = async (sought: SearchKeyword) => (mayBeInText(sought) ? byKeyword(sought.text) : []);
  const foundOf = (rows: readonly Row[] | null): Found => ({ ...nothing, hits: rows && rows.map(hitOf) });
  return { find: async (sought) => foundOf(await rowsOf(sought)), findPart: async (sought) => foundOf(await partsOf(sought)) };
}

function orderHit(row: ListedOrder): FoundRecord {
  const { orderNo, name, mobile, money, addTime, pay_name: status } = orderRowOf(row);
  return {
    id: row.id,
    title: name,
    texts: [orderNo, mobile, `${money} 元`, addTime],
    status,
    url: `/money/order/${orderNo}`,
    acts: [],
  };
}

function chargeHit(row: ListedCharge): FoundRecord {
  const { order_no: orderNo, name, mobile, oType_name: business, create_time: time, pay_name: status } = chargeRowOf(row);
  return { id: row.id, title: name, texts: [orderNo, mobile, business, time], status, url: `/money/order/${orderNo}`, acts: [] };
}
