import { Readable } from 'node:stream';
import { writeXlsxStream } from 'hucre/xlsx';
import type { FileReply } from '../http/mount.ts';

/** One column of an export: its Chinese header and the cell of a row. Numbers stay numbers; texts are defused. */
export interface ExportColumn<Row> {
  readonly header: string;
  readonly width?: number;
  cell(row: Row): string | number;
}

/** A workbook that is written while its rows are read: memory does not grow with their number. */
export function xlsxOf<Row>(name: string, columns: readonly ExportColumn<Row>[], rows: AsyncIterable<Row>): FileReply {
  const cells = async function* () {
    for await (const row of rows) {
      yield columns.map((column) => {
        const value = column.cell(row);
        return typeof value === 'number' ? value : defuse(value);
      });
    }
  };
  const stream = writeXlsxStream(cells(), {
    name,
    columns: columns.map(({ header, width }) => ({ header, width: width ?? 20 })),
    freezePane: { rows: 1 },
  });
  return {
    name: `${name}.xlsx`,
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]),
  };
}

/**
 * A text that no spreadsheet takes for a formula, and that XML can hold: text that begins with `= + - @`, tab or CR gets a leading `'`
 * (wire, section 6, Exports; OWASP, CSV injection); control characters that XML forbids are dropped.
 */
export function defuse(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const clean = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return /^[=+\-@\t\r]/.test(text) || /^[=+\-@\t\r]/.test(clean) ? `'${clean}` : clean;
}
