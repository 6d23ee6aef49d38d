import type { FileReply } from '../../../platform/http/file-reply.ts';
import { writeZip, type ZipPart } from '../../../platform/zip/zip-writer.ts';
import { sharedStrings } from './shared-strings.ts';
import { headRows, partsOf, sheetHead, sheetRow, sheetTail, stringsPath, stylesOf, type Cell } from './sheet-xml.ts';

/** One column of an export: its Chinese header and the cell of a row. Numbers stay numbers; texts pass `escapeFormula`. */
export interface ExportColumn<Row> {
  readonly header: string;
  readonly width?: number;
  /** True for amounts in yuan, shown with two decimals. */
  readonly isMoney?: boolean;
  cell(row: Row): Cell;
}

/**
 * A workbook that is written while its rows are read, so that memory use does not depend on their number. Rows beyond `rowsPerSheet`
 * continue in further sheets. In a sandbox the notice is above the headers of every sheet.
 * Reading stops if the download is aborted. The first batch has been read when this resolves, so that an error of the query is reported
 * before any byte is sent.
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
    open: (notice) => writeZip(workbook({ name, columns, notice }, source, rowsPerSheet), { level: 3 }),
  };
}

/** Yields sheets until there are no more rows, then the parts that depend on the number of sheets. */
async function* workbook<Row>(
  { name, columns, notice }: { readonly name: string; readonly columns: readonly ExportColumn<Row>[]; readonly notice: string | null },
  source: AsyncIterator<readonly Row[]>,
  rowsPerSheet: number,
): AsyncGenerator<ZipPart> {
  const styles = stylesOf(columns);
  const rows = { areOver: false };
  const strings = await sharedStrings();
  async function* sheet(): AsyncGenerator<string> {
    yield sheetHead(columns, notice, strings.placeOf);
    const heads = headRows(notice);
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
          strings.placeOf,
        );
      await strings.flush();
      yield xml;
    }
    yield sheetTail;
  }

  try {
    let sheets = 0;
    do {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet };
      // `areOver` is known only after the sheet has been written.
    } while (!rows.areOver);
    await strings.flush();
    yield { name: stringsPath, content: () => strings.content() };
    for (const [path, xml] of Object.entries(partsOf(name, sheets))) yield { name: path, content: xml };
  } finally {
    void source.return?.();
    await strings.close();
  }
}

/** Iterates the batches; the first one has been read when this resolves. */
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
