import { hiddenMark, visibleText } from '../../../../domain/kit/text/visible-text.ts';

/** The parts of a workbook as XML (ECMA-376, SpreadsheetML): only what Excel, LibreOffice and WPS need to open one. */
export type Cell = string | number;

/** The place of a text in the workbook's table of strings. */
export type PlaceOf = (text: string) => number;

/** An entry of the table of strings. */
export function stringItem(text: string): string {
  return `<si><t xml:space="preserve">${escapeXml(escapeCodes(escapeFormula(text)))}</t></si>`;
}

/** The beginning of a sheet: frozen rows with the notice, if there is one, and the bold headers. */
export function sheetHead(
  columns: readonly { readonly header: string; readonly width?: number }[],
  notice: string | null,
  placeOf: PlaceOf,
): string {
  const widths = columns.map(({ width = 20 }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`);
  const heads = headRows(notice);
  const headers = sheetRow(
    heads,
    columns.map(({ header }) => header),
    [],
    placeOf,
    bold,
  );
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    `<pane ySplit="${heads}" topLeftCell="A${heads + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${widths.join('')}</cols><sheetData>${notice === null ? '' : sheetRow(1, [notice], [], placeOf, bold)}${headers}`
  );
}

/** The number of rows above the list's rows. */
export function headRows(notice: string | null): number {
  return notice === null ? 1 : 2;
}

/** Style attributes, by the order of `cellXfs`. */
const [bold, money, plainText] = [' s="1"', ' s="2"', ' s="3"'];

export const stringsPath = 'xl/sharedStrings.xml';
export const sheetTail = '</sheetData></worksheet>';

/**
 * One row; `number` counts from 1, `styles` belong to the numbers. A text has the format of texts, so that an identity number keeps its
 * digits when its cell is edited. Empty texts make no cell.
 */
export function sheetRow(
  number: number,
  cells: readonly Cell[],
  styles: readonly string[],
  placeOf: PlaceOf,
  textStyle = plainText,
): string {
  let xml = `<row r="${number}">`;
  for (const [index, value] of cells.entries()) {
    const at = `${columnLetters(index)}${number}`;
    if (typeof value === 'number') xml += `<c r="${at}"${styles[index] ?? ''}><v>${value}</v></c>`;
    else if (value !== '') xml += `<c r="${at}"${textStyle} t="s"><v>${placeOf(value)}</v></c>`;
  }
  return `${xml}</row>`;
}

/** The style attributes of columns: money has two decimals. */
export function stylesOf(columns: readonly { readonly isMoney?: boolean }[]): string[] {
  return columns.map(({ isMoney }) => (isMoney ? money : ''));
}

/** The other parts of the package, by path. */
export function partsOf(name: string, sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const title = (number: number): string => escapeXml(number === 1 ? name : `${name}${number}`);
  const worksheets = numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${kind}.worksheet+xml"/>`);
  const sheetNames = numbers.map((n) => `<sheet name="${title(n)}" sheetId="${n}" r:id="r${n}"/>`);
  const relations = numbers.map((n) => `<Relationship Id="r${n}" Type="${document}/worksheet" Target="worksheets/sheet${n}.xml"/>`);
  return {
    '[Content_Types].xml':
      `${declaration}<Types xmlns="${packaging}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/>` +
      `<Override PartName="/${stringsPath}" ContentType="${kind}.sharedStrings+xml"/>${worksheets.join('')}</Types>`,
    '_rels/.rels':
      `${declaration}<Relationships xmlns="${packaging}/relationships">` +
      `<Relationship Id="r1" Type="${document}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${document}"><sheets>${sheetNames.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `${declaration}<Relationships xmlns="${packaging}/relationships">${relations.join('')}` +
      `<Relationship Id="strings" Type="${document}/sharedStrings" Target="sharedStrings.xml"/>` +
      `<Relationship Id="styles" Type="${document}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml':
      `${declaration}<styleSheet xmlns="${main}">` +
      '<fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
      '<cellXfs count="4"><xf xfId="0"/><xf xfId="0" numFmtId="49" applyNumberFormat="1" fontId="1" applyFont="1"/>' +
      '<xf xfId="0" numFmtId="2" applyNumberFormat="1"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/></cellXfs>' +
      '</styleSheet>',
  };
}

/**
 * Makes a text safe for a cell. A text that begins with `= + - @`, tab or CR, which spreadsheets take for a formula, gets a leading `'`
 * (spec/wire, 6, *Exports*; OWASP, CSV injection). What hides or turns text, or is forbidden in XML, shows as a mark.
 */
export function escapeFormula(text: string): string {
  const clean = visibleText(text).replaceAll(/[\ufffe\uffff]/g, hiddenMark);
  return risky.test(clean) ? `'${clean}` : clean;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** The table of strings, whose number need not be stated. */
export const stringsHead = `${declaration}<sst xmlns="${main}">`;
export const stringsTail = '</sst>';
const packaging = 'http://schemas.openxmlformats.org/package/2006';
const document = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const risky = /^[=+\-@\t\r]/;

/** `_x0041_` in a cell stands for the letter A; its first underline as a code keeps the text as it is. Source: ECMA-376-1, 22.9.2.19. */
function escapeCodes(text: string): string {
  return text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
}

function escapeXml(text: string): string {
  return /[&<>"]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    : text;
}

/** A, B, … Z, AA, …: index counts from 0. */
function columnLetters(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : columnLetters(Math.floor(index / 26) - 1) + columnLetters(index % 26);
}
