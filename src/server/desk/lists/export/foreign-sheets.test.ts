import { readXlsx } from 'hucre/xlsx';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { tool } from '../../../../../test/installation/tool.ts';
import { xlsxOf } from './xlsx.ts';

const texts = [
  // alibaba/easyexcel#2158, dotnetcore/Magicodes.IE#140, hhyo/Archery#362: eighteen digits stay a text.
  '110101199003070011',
  '00123',
  '1E5',
  '2026-01-02',
  'TRUE',
  // exceljs/exceljs#584.
  '_x0041_公司',
  '_x005F_x0041_',
  '王𫰠😀',
  'a<b>&"c"',
  '阿不都热合曼·买买提',
];
async function* rows() {
  yield texts;
}
const written = async () => buffer((await xlsxOf('用户', [{ header: '名称', cell: (text: string) => text }], rows())).open(null));

const office = tool('soffice');

it.skipIf(office.isMissing)(`texts stay what they are in LibreOffice, and when it saves the workbook${office.note}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foreign-sheets-'));
  const convert = (to: string, file: string) => {
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    return promisify(execFile)(office.path, ['--headless', profile, '--convert-to', to, '--outdir', `${folder}/out`, join(folder, file)]);
  };
  try {
    await writeFile(join(folder, 'a.xlsx'), await written());
    await convert('csv:Text - txt - csv (StarCalc):9,0,76,1,,0,false,true,false', 'a.xlsx');
    const lines = (await readFile(join(folder, 'out', 'a.csv'), 'utf8'))
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split(/\r?\n/);
    expect(lines).toEqual(['名称', ...texts]);
    await convert('xlsx', 'a.xlsx');
    // LibreOffice itself writes a code that stands behind another one without its escape.
    const kept = texts.filter((text) => !text.includes('x005F'));
    const saved = await readXlsx(await readFile(join(folder, 'out', 'a.xlsx')));
    expect(saved.sheets[0]?.rows.map(([first]) => first)).toEqual(expect.arrayContaining(['名称', ...kept]));
  } finally {
    await rm(folder, { recursive: true });
  }
});
