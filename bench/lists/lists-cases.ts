/** The query of a list call and the minimum rate that it must reach. The data of million-users.sql determine which keyword is rare. */
export interface Case {
  readonly name: string;
  readonly query: Record<string, string>;
  /** Minimum multiple of the calls/s of the usual way. */
  readonly usual: number;
  /** Minimum share of the calls/s of the floor. */
  readonly floor?: number;
  /** Number of calls that measure the usual way: enough for some seconds. */
  readonly usualCalls: number;
  /** Its statements are not hot ones and cannot be replayed separately. */
  readonly isHeavy?: boolean;
}

export function casesOf(rows: number, personal: number): Case[] {
  const lastPage = String(Math.ceil(personal / 10));
  const middle = String(Math.min(1000, Math.ceil(personal / 20)));
  const slow = rows >= 500_000 ? 32 : 400;
  return [
    { name: 'page 1', query: { type: '1', page: '1' }, usual: 30, floor: 0.3, usualCalls: slow },
    { name: `page ${middle}`, query: { type: '1', page: middle }, usual: 30, floor: 0.3, usualCalls: slow },
    { name: `page ${lastPage} (the last)`, query: { type: '1', page: lastPage }, usual: 30, floor: 0.3, usualCalls: slow },
    { name: 'rare keyword of 1', query: { type: '1', keyword: '禤' }, usual: 30, floor: 0.3, usualCalls: slow },
    { name: 'rare keyword of 2', query: { type: '1', keyword: '诺语' }, usual: 30, floor: 0.3, usualCalls: slow },
    {
      name: 'status and a month',
      query: { type: '1', status: '3', registtime: '2025-03-01 - 2025-03-31' },
      usual: 3,
      usualCalls: slow * 20,
    },
    { name: 'keyword of a tenth', query: { type: '1', keyword: '王' }, usual: 2, usualCalls: slow },
    { name: 'long keyword of a tenth', query: { type: '2', keyword: '科技有限公司' }, usual: 2, usualCalls: slow, isHeavy: true },
  ];
}

/** Calls that are all different, as from operators who look at different things: no two of them share a read. */
export interface ManyCases {
  readonly name: string;
  readonly queries: readonly Record<string, string>[];
  /** Minimum share of the calls/s of a bare handler with the same statements; the rest is token, permission, parsing and encoding. */
  readonly sameSql?: number;
}

export function manyOf(rows: number): ManyCases[] {
  const numbers = Array.from({ length: 320 }, (_, index) => index);
  const given = Array.from('伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰建国志永');
  return [
    {
      name: '320 different pages',
      queries: numbers.map((index) => ({ type: '1', page: String(1 + ((index * 7919) % Math.floor(rows / 20))) })),
      sameSql: 0.6,
    },
    {
      name: '320 different names',
      queries: numbers.map((index) => ({ type: '1', keyword: `${given[index % 30]}${given[Math.floor(index / 11)]}` })),
    },
    {
      name: '320 different mobiles',
      queries: numbers.map((index) => ({ type: '1', keyword: `100${String(((index + 1) * 7919 * 37) % 100_000_000).padStart(8, '0')}` })),
    },
  ];
}
