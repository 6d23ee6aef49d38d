import { readXlsx } from 'hucre/xlsx';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { xlsxOf } from './xlsx.ts';

const columns = [
  { header: '名称', cell: (row: readonly [string, number]) => row[0] },
  { header: '数', cell: (row: readonly [string, number]) => row[1] },
];
async function* inBatches(rows: readonly (readonly [string, number])[], size = 2) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
const written = async (rows: readonly (readonly [string, number])[], perSheet?: number) =>
  readXlsx(await buffer((await xlsxOf('用户', columns, inBatches(rows), perSheet)).open(null)));

describe('xlsx', () => {
  it('holds headers, texts as texts and numbers as numbers', async () => {
    const book = await written([
      ['张三', 1],
      ['00123', 2.5],
      ['', 0],
    ]);
    expect(book.sheets[0]?.name).toBe('用户');
    expect(book.sheets[0]?.rows).toEqual([
      ['名称', '数'],
      ['张三', 1],
      ['00123', 2.5],
      [null, 0],
    ]);
  });

  it('says above the headers of every sheet that it proves nothing, in a sandbox', async () => {
    const rows = [1, 2, 3].map((n) => [`n${n}`, n] as const);
    const { sheets } = await readXlsx(await buffer((await xlsxOf('用户', columns, inBatches(rows), 2)).open('测试环境，数据无证明效力')));
    expect(sheets.map((sheet) => sheet.rows.map(([first]) => first))).toEqual([
      ['测试环境，数据无证明效力', '名称', 'n1', 'n2'],
      ['测试环境，数据无证明效力', '名称', 'n3'],
    ]);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+86', "'+86"],
    ['-5', "'-5"],
    ['@sum', "'@sum"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'"],
    ['\u0000=1', "'=1"],
    ['a\u0000b\u000bc', 'abc'],
    ['\ud800x', 'x'],
    ['<&>"\'𠮷', '<&>"\'𠮷'],
    [' 空格 ', ' 空格 '],
  ])('defuses %j', async (text, expected) => {
    const cell = (await written([[text, 1]])).sheets[0]?.rows[1]?.[0];
    expect(String(cell).startsWith(expected)).toBe(true);
    expect('=+-@\t\r\0').not.toContain(String(cell)[0]);
  });

  it('goes on in a second sheet where the first is full', async () => {
    const book = await written(
      Array.from({ length: 7 }, (_, at) => [`n${at}`, at] as const),
      4,
    );
    expect(book.sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['用户', 5],
      ['用户2', 4],
    ]);
    expect(book.sheets.flatMap(({ rows }) => rows.slice(1).map((row) => row[1]))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('has its headers when there are no rows', async () => {
    expect((await written([])).sheets[0]?.rows).toEqual([['名称', '数']]);
  });

  it('ends with an error when reading fails, and stops reading when nobody listens any more', async () => {
    const failing = (async function* () {
      yield [['a', 1]] as const;
      throw new Error('gone');
    })();
    await expect(buffer((await xlsxOf('x', columns, failing)).open(null))).rejects.toThrow('gone');

    let isClosed = false;
    const endless = (async function* () {
      try {
        for (;;) {
          await sleep(1);
          yield Array.from({ length: 1000 }, (_, at) => [`row ${at}`, at] as const);
        }
      } finally {
        isClosed = true;
      }
    })();
    const body = (await xlsxOf('x', columns, endless)).open(null);
    body.resume();
    await sleep(50);
    body.destroy();
    await expect.poll(() => isClosed).toBe(true);
  });
});
