import { invoiceStatus } from '../../../domain/business/codes/invoices.ts';
import { stepOf } from '../../../domain/business/rules/invoice.ts';
import type { Deps } from '../../custody/deps.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { exactLookUp } from '../../desk/lists/exact-rows.ts';
import { firstRows } from '../../desk/lists/first-rows.ts';
import { distinct, nothing, rowsSought, type Finder, type Found, type FoundRecord } from '../../desk/search/finder.ts';
import { isText, mayBeForeign, mayBeInText, type SearchKeyword } from '../../desk/search/keyword.ts';
import { invoiceList, type ListedInvoice } from './invoice-list.ts';
import { invoiceRowOf } from './wire-rows.ts';

/** Finds invoices by their number or that of their red-letter invoice, by tax number, mobile, head and user. */
export function invoiceFinders({ lists }: Pick<Deps, 'lists'>): Finder[] {
  const by = (column: string, rows: 'few' | 'many' = 'few') => exactLookUp(lists, invoiceList, column, { limit: rowsSought, rows });
  const [byNumber, byRed, byTax, byMobile] = [by('deal_num'), by('red_num'), by('tax_num'), by('mobile', 'many')];

  const byText = (keyword: string) => firstRows(lists, invoiceList, { facets: {}, keyword, limit: rowsSought });

  async function rowsOf(sought: SearchKeyword): Promise<{ rows: readonly ListedInvoice[] | null } & Pick<Found, 'isListed'>> {
    const { form, number, text } = sought;
    if (form === 'evidence' || form === 'order') return { rows: [], isListed: true };
    if (form === 'mobile') return { rows: await byMobile(number), isListed: true };
    const numbered = mayBeForeign(sought) ? distinct(await Promise.all([byNumber(number), byRed(number)]), ({ id }) => id) : [];
    if (numbered.length > 0) return { rows: numbered, isListed: false };
    if (isText(sought)) return { rows: await byText(text), isListed: true };
    return { rows: await byTax(number), isListed: true };
  }

  const partsOf = (sought: SearchKeyword) => (mayBeInText(sought) ? byText(sought.text) : []);

  return [
    {
      kind: 'invoice',
      name: '发票',
      needs: 'finance:invoice',
      list: '/money/invoice',
      async find(sought, operator) {
        const { rows, isListed } = await rowsOf(sought);
        return { hits: rows && rows.map((row) => hitOf(row, operator)), isListed };
      },
      async findPart(sought, operator) {
        const rows = await partsOf(sought);
        return { ...nothing, hits: rows && rows.map((row) => hitOf(row, operator)) };
      },
    },
  ];
}

function hitOf(row: ListedInvoice, operator: Operator): FoundRecord {
  const { head, username, mobile, tax_num: tax, money, invoiceStatusName: status } = invoiceRowOf(row, []);
  const step = stepOf(row.status);
  const isOwn = step !== null && operator.permissions.has(stepNeeds[step]);
  return {
    id: row.id,
    title: head,
    texts: [username, mobile, tax, `${money} 元`].filter((text) => text !== ''),
    status: status ?? invoiceStatus.label(row.status),
    url: `/money/invoice/invoiceDetail${isOwn ? stepPaths[step] : ''}?id=${row.id}`,
    acts: [],
  };
}

const stepPaths = { first: '/audit', finance: '/makeOut' } as const;
const stepNeeds = { first: 'finance:invoice:first', finance: 'finance:invoice:issue' } as const;
