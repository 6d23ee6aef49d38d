/**
 * What is measured: a query of the evidence list, the query of the user list that asks the like of it, and the least share of that one's
 * calls/s.
 */
export interface Case {
  readonly name: string;
  readonly evidence: Record<string, string>;
  /** The same rows in SQL, for count(*). */
  readonly where: string;
  readonly like: string;
  readonly users: Record<string, string>;
  readonly atLeast: number;
}

interface Sizes {
  readonly rows: number;
  readonly personalEvidence: number;
  readonly personalUsers: number;
  /** An evidence number that is there. */
  readonly aNumber: string;
  /**
   * Keywords of the user list: one that as large a share of it holds as two digits find of evidence, one that finds as many rows as four
   * digits do; each as nearly as any.
   */
  readonly asRare: string;
  readonly asMany: string;
}

/**
 * Calls that do the same work for both lists may not be slower beyond the noise of a shared machine. Few hits are found and sorted, so a
 * long beginning is held against a keyword of as many hits; many are met on the way along the list, so a short one against a keyword that
 * is as rare.
 */
export function casesOf({ rows, personalEvidence, personalUsers, aNumber, asRare, asMany }: Sizes): Case[] {
  const persons = "shown_in = 'personal'";
  const lastPage = (n: number): string => String(Math.ceil(n / 10));
  const middlePage = (n: number): string => String(Math.ceil(n / 20));
  const month = '2025-03-01 - 2025-03-31';
  const inMonth = "saved_at >= '2025-03-01 00:00+08' and saved_at < '2025-04-01 00:00+08'";
  const begins = (length: number): string => `number >= '${aNumber.slice(0, length)}' and number < '${aNumber.slice(0, length)}~'`;
  const rare = { like: 'keyword as rare', users: { type: '1', keyword: asRare } };
  const short = { like: 'keyword of a tenth', users: { type: '1', keyword: '王' } };
  return [
    { name: 'page 1', where: persons, evidence: { type: '1', page: '1' }, like: 'page 1', users: { type: '1', page: '1' }, atLeast: same },
    {
      name: 'page 1000',
      where: persons,
      evidence: { type: '1', page: '1000' },
      like: 'page 1000',
      users: { type: '1', page: '1000' },
      atLeast: same,
    },
    {
      name: 'the middle page',
      where: persons,
      evidence: { type: '1', page: middlePage(personalEvidence) },
      like: 'the middle page',
      users: { type: '1', page: middlePage(personalUsers) },
      atLeast: same,
    },
    {
      name: 'the last page',
      where: persons,
      evidence: { type: '1', page: lastPage(personalEvidence) },
      like: 'the last page',
      users: { type: '1', page: lastPage(personalUsers) },
      atLeast: same,
    },
    {
      name: 'a rare status',
      where: `${persons} and file_status = 'missing'`,
      evidence: { type: '1', status: '0' },
      like: 'status',
      users: { type: '1', status: '3' },
      atLeast: same,
    },
    {
      name: 'the usual status, page 1000',
      where: `${persons} and file_status = 'stored'`,
      evidence: { type: '1', status: '1', page: '1000' },
      like: 'status, page 1000',
      users: { type: '1', status: '2', page: '1000' },
      atLeast: same,
    },
    {
      name: 'a month',
      where: `${persons} and ${inMonth}`,
      evidence: { type: '1', datetime: month },
      like: 'a month',
      users: { type: '1', registtime: month },
      atLeast: same,
    },
    {
      name: 'status and a month, page 100',
      where: `${persons} and file_status = 'stored' and ${inMonth}`,
      evidence: { type: '1', status: '1', datetime: month, page: '100' },
      like: 'status and a month, page 100',
      users: { type: '1', status: '3', registtime: month, page: '100' },
      atLeast: same,
    },
    {
      name: 'a whole number',
      where: `${persons} and number = '${aNumber}'`,
      evidence: { type: '1', keyword: aNumber },
      like: 'rare keyword of 2',
      users: { type: '1', keyword: '诺语' },
      atLeast: same,
    },
    {
      name: 'its first 8 digits',
      where: `${persons} and ${begins(8)}`,
      evidence: { type: '1', keyword: aNumber.slice(0, 8) },
      like: 'rare keyword of 2',
      users: { type: '1', keyword: '诺语' },
      atLeast: same,
    },
    {
      name: 'its first 4',
      where: `${persons} and ${begins(4)}`,
      evidence: { type: '1', keyword: aNumber.slice(0, 4) },
      like: 'keyword of as many hits',
      users: { type: '1', keyword: asMany },
      atLeast: same,
    },
    {
      name: 'its first 2',
      where: `${persons} and ${begins(2)}`,
      evidence: { type: '1', keyword: aNumber.slice(0, 2) },
      ...rare,
      atLeast: same,
    },
    {
      name: 'its first 1',
      where: `${persons} and ${begins(1)}`,
      evidence: { type: '1', keyword: aNumber.slice(0, 1) },
      ...short,
      atLeast: same,
    },
    {
      name: 'its first 2, a status',
      where: `${persons} and file_status = 'stored' and ${begins(2)}`,
      evidence: { type: '1', keyword: aNumber.slice(0, 2), status: '1' },
      like: 'keyword of a tenth, a status',
      users: { type: '1', keyword: '王', status: '2' },
      atLeast: same,
    },
    {
      name: 'its first 2, a month',
      where: `${persons} and ${inMonth} and ${begins(2)}`,
      evidence: { type: '1', keyword: aNumber.slice(0, 2), datetime: month },
      like: 'keyword of a tenth, a month',
      users: { type: '1', keyword: '王', registtime: month },
      atLeast: same,
    },
    {
      name: 'its first 1, a status',
      where: `${persons} and file_status = 'stored' and ${begins(1)}`,
      evidence: { type: '1', keyword: aNumber.slice(0, 1), status: '1' },
      like: 'keyword of a tenth, a status',
      users: { type: '1', keyword: '王', status: '2' },
      atLeast: same,
    },
    {
      name: 'its first 2, the middle page',
      where: `${persons} and ${begins(2)}`,
      evidence: { type: '1', keyword: aNumber.slice(0, 2), page: String(Math.ceil(rows / 256 / 40)) },
      like: 'keyword as rare, middle',
      users: { type: '1', keyword: asRare, page: String(Math.ceil(personalUsers / 256 / 20)) },
      atLeast: same,
    },
  ];
}

/** As fast: in the median of the turns, what one of two equal servers may show against the other on a machine that others use too. */
const same = 0.8;
