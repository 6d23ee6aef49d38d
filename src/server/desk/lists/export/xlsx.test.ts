import { readXlsx } from 'hucre/xlsx';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sharedStrings } from './shared-strings.ts';
import { partsOf, sheetRow, stringItem, stylesOf } from './sheet-xml.ts';
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
    ['\u0000=1', '␣=1'],
    ['a\u0000b\u000bc', 'a␣b␣c'],
    ['合同\u202efdp.exe\u2066\u200b', '合同␣fdp.exe␣␣'],
    ['\ud800x', '␣x'],
    ['<&>"\'𠮷', '<&>"\'𠮷'],
    [' 空格 ', ' 空格 '],
  ])('defuses %j', async (text, expected) => {
    const cell = (await written([[text, 1]])).sheets[0]?.rows[1]?.[0];
    expect(String(cell).startsWith(expected)).toBe(true);
    expect('=+-@\t\r\0').not.toContain(String(cell)[0]);
  });

  it.each([
    ['_x0041_公司', '_x005F_x0041_公司'],
    ['a_x000a_x000D_b', 'a_x005F_x000a_x005F_x000D_b'],
    ['__x005F_', '__x005F_x005F_'],
    ['_x41_ _X0041_ x0041_', '_x41_ _X0041_ x0041_'],
  ])('keeps %j from being read as letters by their codes', (text, expected) => {
    expect(stringItem(text)).toContain(`>${expected}</t>`);
  });

  it('gives texts the format of texts, also in a column of money, and numbers their own', () => {
    const [, , money, text] = [...(partsOf('用户', 1)['xl/styles.xml'] ?? '').matchAll(/<xf xfId="0"[^>]*>/g)].map(String);
    expect(text).toContain('numFmtId="49"');
    expect(money).toContain('numFmtId="2"');
    const row = sheetRow(2, ['110101199003071234', 1, '—'], stylesOf([{}, {}, { isMoney: true }]), () => 0);
    expect([...row.matchAll(/<c r="(\w+)"(?: s="(\d)")?/g)].map(([, at, style]) => [at, style])).toEqual([
      ['A2', '3'],
      ['B2', undefined],
      ['C2', '3'],
    ]);
  });

  it('keeps a frequent text once in the table of strings, and every text in its place', async () => {
    const strings = await sharedStrings();
    const texts = Array.from({ length: 5000 }, (_, at) => (at % 2 === 0 ? '张三' : `<n${at}>`));
    const places: number[] = [];
    for (const text of texts) {
      places.push(strings.placeOf(text));
      if (places.length % 700 === 0) await strings.flush();
    }
    await strings.flush();
    let table = '';
    for await (const part of strings.content()) table += part.toString();
    await strings.close();
    const found = [...table.matchAll(/<si><t xml:space="preserve">(.*?)<\/t><\/si>/g)].map(([, text = '']) => text);
    expect(found).toHaveLength(2501);
    expect(places.map((place) => found[place]?.replace('&lt;', '<').replace('&gt;', '>'))).toEqual(texts);
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
