/** A query of the evidence list, the equivalent query of the user list, and the minimum share of the latter's calls/s. */
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
  /** An existing evidence number. */
  readonly aNumber: string;
  /**
   * Keywords of the user list: one that matches as large a share of users as two digits match of evidence, and one that matches as many
   * rows as four digits do; each as close as possible.
   */
  readonly asRare: string;
  readonly asMany: string;
}

/**
 * Calls with the same work in both lists may not be slower beyond the noise of a shared machine. Few hits are collected and sorted, so a
 * long prefix is compared with a keyword with as many hits. Many hits are found along the list's order, so a short prefix is compared with
 * a keyword that is as rare.
 */
export function casesOf(sizes: Sizes): Case[] {
  return [...pageCases(sizes), ...filterCases(), ...numberCases(sizes), ...filteredNumberCases(sizes)].map((one) => ({
    ...one,
    // Both lists are restricted to personal users.
    evidence: { type: '1', ...one.evidence },
    users: { type: '1', ...one.users },
    atLeast: same,
  }));
}

/** The minimum median ratio that counts as equally fast: two equal servers may differ by this much on a shared machine. */
const same = 0.8;

type Compared = Omit<Case, 'atLeast'>;

const persons = "shown_in = 'personal'";
const stored = `${persons} and file_status = 'stored'`;
const month = '2025-03-01 - 2025-03-31';
const inMonth = "saved_at >= '2025-03-01 00:00+08' and saved_at < '2025-04-01 00:00+08'";

function pageCases({ personalEvidence, personalUsers }: Sizes): Compared[] {
  const lastPage = (n: number): string => String(Math.ceil(n / 10));
  const middlePage = (n: number): string => String(Math.ceil(n / 20));
  const pages: [string, string, string][] = [
    ['page 1', '1', '1'],
    ['page 1000', '1000', '1000'],
    ['the middle page', middlePage(personalEvidence), middlePage(personalUsers)],
    ['the last page', lastPage(personalEvidence), lastPage(personalUsers)],
  ];
  return pages.map(([name, page, ofUsers]) => ({
    name,
    where: persons,
    evidence: { page },
    like: name,
    users: { page: ofUsers },
  }));
}

function filterCases(): Compared[] {
  return [
    {
      name: 'a rare status',
      where: `${persons} and file_status = 'missing'`,
      evidence: { status: '0' },
      like: 'status',
      users: { status: '3' },
    },
    {
      name: 'the usual status, page 1000',
      where: stored,
      evidence: { status: '1', page: '1000' },
      like: 'status, page 1000',
      users: { status: '2', page: '1000' },
    },
    {
      name: 'a month',
      where: `${persons} and ${inMonth}`,
      evidence: { datetime: month },
      like: 'a month',
      users: { registtime: month },
    },
    {
      name: 'status and a month, page 100',
      where: `${stored} and ${inMonth}`,
      evidence: { status: '1', datetime: month, page: '100' },
      like: 'status and a month, page 100',
      users: { status: '3', registtime: month, page: '100' },
    },
  ];
}

/** A number or its prefix against a keyword of the user list. */
function numberCases({ aNumber, asRare, asMany }: Sizes): Compared[] {
  const ofTwo = { like: 'rare keyword of 2', users: { keyword: '诺语' } };
  const first = (name: string, length: number): Omit<Compared, 'like' | 'users'> => ({
    name,
    where: `${persons} and ${begins(aNumber, length)}`,
    evidence: { keyword: aNumber.slice(0, length) },
  });
  return [
    { name: 'a whole number', where: `${persons} and number = '${aNumber}'`, evidence: { keyword: aNumber }, ...ofTwo },
    { ...first('its first 8 digits', 8), ...ofTwo },
    { ...first('its first 4', 4), like: 'keyword of as many hits', users: { keyword: asMany } },
    { ...first('its first 2', 2), like: 'keyword as rare', users: { keyword: asRare } },
    { ...first('its first 1', 1), like: 'keyword of a tenth', users: { keyword: '王' } },
  ];
}

function filteredNumberCases({ rows, personalUsers, aNumber, asRare }: Sizes): Compared[] {
  const ofTenthWithStatus = { like: 'keyword of a tenth, a status', users: { keyword: '王', status: '2' } };
  return [
    {
      name: 'its first 2, a status',
      where: `${stored} and ${begins(aNumber, 2)}`,
      evidence: { keyword: aNumber.slice(0, 2), status: '1' },
      ...ofTenthWithStatus,
    },
    {
      name: 'its first 2, a month',
      where: `${persons} and ${inMonth} and ${begins(aNumber, 2)}`,
      evidence: { keyword: aNumber.slice(0, 2), datetime: month },
      like: 'keyword of a tenth, a month',
      users: { keyword: '王', registtime: month },
    },
    {
      name: 'its first 1, a status',
      where: `${stored} and ${begins(aNumber, 1)}`,
      evidence: { keyword: aNumber.slice(0, 1), status: '1' },
      ...ofTenthWithStatus,
    },
    {
      name: 'its first 2, the middle page',
      where: `${persons} and ${begins(aNumber, 2)}`,
      evidence: { keyword: aNumber.slice(0, 2), page: String(Math.ceil(rows / 256 / 40)) },
      like: 'keyword as rare, middle',
      users: { keyword: asRare, page: String(Math.ceil(personalUsers / 256 / 20)) },
    },
  ];
}

function begins(number: string, length: number): string {
  const beginning = number.slice(0, length);
  return `number >= '${beginning}' and number < '${beginning}~'`;
}
