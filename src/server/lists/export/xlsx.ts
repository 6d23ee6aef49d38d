import type { FileReply } from '../../http/file-reply.ts';
import { writeZip, type ZipPart } from '../../zip/zip-writer.ts';
import { headRows, partsOf, sheetHead, sheetRow, sheetTail, stylesOf, type Cell } from './sheet-xml.ts';

/** One column of an export: its Chinese header and the cell of a row. Numbers stay numbers; texts are defused. */
export interface ExportColumn<Row> {
  readonly header: string;
  readonly width?: number;
  /** Its numbers are yuan, shown with two decimals. */
  readonly isMoney?: boolean;
  cell(row: Row): Cell;
}

/**
 * A workbook that is written while its rows are read: memory does not grow with their number. More rows than a sheet may hold go on in the
 * next sheet. The mark of a sandbox stands above the headers of every sheet.
 * The reading ends with the download, also when the browser gives up. The first rows are there when this resolves: what keeps them from
 * coming is told before a byte is sent.
 */
export async function xlsxOf<Row>(
  name: string,
  columns: readonly ExportColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  rowsPerSheet = 1_000_000,
): Promise<FileReply> {
  const source = await begun(batches);
  return {
    name: `${name}.xlsx`,
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    open: (mark) => writeZip(workbook({ name, columns, mark }, source, rowsPerSheet), { level: 3 }),
  };
}

/** Sheet after sheet until the rows are over, then what tells how many there are. */
async function* workbook<Row>(
  { name, columns, mark }: { readonly name: string; readonly columns: readonly ExportColumn<Row>[]; readonly mark: string | null },
  source: AsyncIterator<readonly Row[]>,
  rowsPerSheet: number,
): AsyncGenerator<ZipPart> {
  const styles = stylesOf(columns);
  const rows = { areOver: false };
  async function* sheet(): AsyncGenerator<string> {
    yield sheetHead(columns, mark);
    const heads = headRows(mark);
    for (let row = heads; row < rowsPerSheet + heads; ) {
      const next = await source.next();
      if (next.done) {
        rows.areOver = true;
        break;
      }
      let xml = '';
      for (const one of next.value)
        xml += sheetRow(
          (row += 1),
          columns.map((column) => column.cell(one)),
          styles,
        );
      yield xml;
    }
    yield sheetTail;
  }

  try {
    let sheets = 0;
    do {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet };
      // Its reading tells whether it was the last.
    } while (!rows.areOver);
    for (const [path, xml] of Object.entries(partsOf(name, sheets))) yield { name: path, content: xml };
  } finally {
    void source.return?.();
  }
}

/** The batches, of which the first has come. */
async function begun<Row>(batches: AsyncIterable<Row>): Promise<AsyncIterator<Row>> {
  const source = batches[Symbol.asyncIterator]();
  let first: IteratorResult<Row> | null = await source.next();
  return {
    async next() {
      const held = first;
      first = null;
      return held ?? source.next();
    },
    return: async (value) => source.return?.(value) ?? { done: true, value },
  };
}
