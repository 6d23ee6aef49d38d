import { readXlsx } from 'hucre/xlsx';
import type { User } from '../model/house.ts';
import { line, same, sameLines, type Checked } from './compare.ts';

/** Workbooks: one row for each row of the list, with its numbers in it. */
export async function checkExports(office: Checked): Promise<string[]> {
  const users = [...office.house.users.values()];
  const personal = users.filter(({ type }) => type === 1);
  const enterprises = users.filter(({ type }) => type === 2);
  const orders = users.flatMap(({ applications }) => applications);
  return [
    ...(await hasColumn(
      office,
      '/api/export/userExport?type=1',
      personal.map(({ mobile }) => mobile),
    )),
    ...(await hasColumn(
      office,
      '/api/export/userExport?type=2',
      enterprises.map(({ mobile }) => mobile),
    )),
    ...(await hasColumn(
      office,
      '/api/export/userBalanceExport',
      users.map(({ mobile }) => mobile),
    )),
    ...(await hasColumn(
      office,
      '/api/export/orderExport',
      orders.map(({ orderNo }) => orderNo),
    )),
    ...(await checkBalances(office)),
    ...(await hasRows(office, '/api/export/orderChargeExport', charges(users))),
    ...(await hasRows(office, '/api/export/clientExport', undefined)),
    ...(await hasRows(office, '/api/export/trailExport', undefined)),
    ...(await hasRows(office, '/api/export/reconciliationExport', undefined)),
    ...(await checkDetails(office, users)),
  ];
}

/** What was paid for, or not yet, and what was consumed: a row each. */
function charges(users: readonly User[]): number {
  const ofOne = ({ recharges, bookings }: User): number => recharges.length + bookings.filter(({ business }) => business <= 4).length;
  return users.reduce((sum, user) => sum + ofOne(user), 0);
}

/** @param expected undefined where there is at least a row. */
async function hasRows(office: Checked, path: string, expected: number | undefined): Promise<string[]> {
  const [, ...rows] = await sheetOf(office, path);
  if (expected === undefined) return rows.length > 0 ? [] : [`${path}: no row`];
  return same(`${path}: rows`, rows.length, expected);
}

/** The movements of one user's points. */
async function checkDetails(office: Checked, users: readonly User[]): Promise<string[]> {
  const [busiest] = users.toSorted((one, other) => other.bookings.length - one.bookings.length);
  if (!busiest) return [];
  return hasRows(office, `/api/export/userBalanceDetailExport?userId=${busiest.id}`, busiest.bookings.length);
}

async function sheetOf(office: Checked, path: string): Promise<unknown[][]> {
  const bytes = await office.sender.download(office.house, 'admin@example.com', path);
  return (await readXlsx(bytes)).sheets[0]?.rows ?? [];
}

/** Whether some column holds exactly these texts. */
async function hasColumn(office: Checked, path: string, expected: readonly string[]): Promise<string[]> {
  const [header = [], ...rows] = await sheetOf(office, path);
  if (rows.length !== expected.length) return same(`${path}: rows`, rows.length, expected.length);
  const texts = (at: number): string[] => rows.map((row) => String(row[at])).toSorted();
  const sorted = [...expected].toSorted();
  const isThere = header.some((_, at) => line(...texts(at)) === line(...sorted));
  return isThere || expected.length === 0 ? [] : [`${path}: no column holds the ${expected.length} expected texts`];
}

async function checkBalances(office: Checked): Promise<string[]> {
  const [header = [], ...rows] = await sheetOf(office, '/api/export/userBalanceExport');
  const users = [...office.house.users.values()];
  const mobiles = new Set(users.map(({ mobile }) => mobile));
  const mobileAt = header.findIndex((_, at) => rows.length > 0 && rows.every((row) => mobiles.has(String(row[at]))));
  return rows.length === 0
    ? []
    : sameLines(
        'export of balances',
        rows.map((row) => line(String(row[mobileAt]), Number(row.at(-1)))),
        users.map(({ mobile, points }) => line(mobile, points)),
      );
}
