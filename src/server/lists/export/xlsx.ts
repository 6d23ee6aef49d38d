import { ZipArchive } from 'archiver';
import { Readable } from 'node:stream';
import type { FileReply } from '../../http/file-reply.ts';
import { partsOf, sheetHead, sheetRow, sheetTail, stylesOf, type Cell } from './sheet-xml.ts';

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
 * next sheet.
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
  const archive = new ZipArchive({ zlib: { level: 3 } });
  // Told to whoever reads it; once it was given up nobody does, and a reading that fails then must not end the process.
  archive.on('error', () => undefined);
  void write(archive, name, columns, source, rowsPerSheet).catch((error: unknown) =>
    archive.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return { name: `${name}.xlsx`, mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', body: archive };
}

async function write<Row>(
  archive: ZipArchive,
  name: string,
  columns: readonly ExportColumn<Row>[],
  source: AsyncIterator<readonly Row[]>,
  rowsPerSheet: number,
): Promise<void> {
  const styles = stylesOf(columns);
  let isOver = false;
  let sheets = 0;
  archive.once('close', () => {
    isOver = true;
    void source.return?.();
  });

  async function* sheet(): AsyncGenerator<string> {
    yield sheetHead(columns);
    for (let row = 1; row <= rowsPerSheet; ) {
      const next = await source.next();
      if (next.done) {
        isOver = true;
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

  while (!isOver) {
    sheets += 1;
    await appended(archive, Readable.from(sheet(), { highWaterMark: 1 }), `xl/worksheets/sheet${sheets}.xml`);
  }
  if (archive.destroyed) return;
  for (const [path, xml] of Object.entries(partsOf(name, sheets))) archive.append(xml, { name: path });
  await archive.finalize();
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

/** Resolves once the whole entry was read; a reading that fails ends the archive. */
function appended(archive: ZipArchive, stream: Readable, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('end', resolve).once('error', reject);
    archive.once('close', () => {
      stream.destroy();
      resolve();
    });
    archive.append(stream, { name: path });
  });
}
