/** What is measured: the query of a list call, and the least it must make. The data of million-users.sql decides which keyword is rare. */
export interface Case {
  readonly name: string;
  readonly query: Record<string, string>;
  /** Times the calls/s of the usual way. */
  readonly usual: number;
  /** Share of the calls/s of the floor. */
  readonly floor?: number;
  /** Calls of the usual way to measure it by: enough for some seconds. */
  readonly usualCalls: number;
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
    { name: 'status and a month', query: { type: '1', status: '3', registtime: '2025-03-01 - 2025-03-31' }, usual: 3, usualCalls: slow * 20 },
    { name: 'keyword of a tenth', query: { type: '1', keyword: '王' }, usual: 2, usualCalls: slow },
    { name: 'long keyword of a tenth', query: { type: '2', keyword: '科技有限公司' }, usual: 2, usualCalls: slow },
  ];
}
