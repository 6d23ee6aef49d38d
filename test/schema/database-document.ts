import type { Catalog, CatalogColumn, CatalogFunction, CatalogTable } from './catalog.ts';
import { wordsOf } from './words.ts';

type Named = readonly { readonly name: string; readonly sql: string }[];

/** docs/database.md: every table with its columns, keys and triggers, and every function. */
export function databaseDocument(catalog: Catalog, migrations: Named): string {
  const made = (text: string) => migrations.find(({ sql }) => sql.includes(text))?.name;
  const sections = migrations.map(({ name, sql }) => {
    const tables = catalog.tables.filter((table) => sql.includes(`create table ${table.name} (`));
    const functions = catalog.functions.filter((one) => made(`function ${one.name}(`) === name);
    return [`## ${name}`, ...tables.map((table) => tableSection(catalog, table)), functionSection(functions)]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  return `${[head(catalog), ...sections].join('\n\n')}\n`;
}

const head = ({ tables, functions }: Catalog): string => {
  const triggers = tables.flatMap((table) => table.triggers);
  const plain = functions.filter(({ name }) => !isOfList(name));
  return `# The database

Written by \`npm run schema\` from a migrated database, and compared with it by \`test/schema/schema.test.ts\`.
The sections are the files of \`src/server/platform/db/migrations/\`: ${tables.length} tables, ${triggers.length} triggers,
${plain.length} functions besides those of the lists' triggers, which \`write_list_triggers\` writes from a list's declaration.
The name of every trigger stands in the migration that makes it. Columns that the program does not write are marked *generated*.
\`migration\` keeps the name of each file that was applied for good, when, and the SHA-256 of its text. An applied file is never changed.
\`release_migration\` keeps those that a release has brought. Until they are in \`migration\` too, the release before may be started.`;
};

function tableSection({ functions, tables }: Catalog, table: CatalogTable): string {
  const rows = table.columns.map((column) => `| ${column.name} | ${typeOf(column)} | ${cell(meaningOf(table, column))} |`);
  const writers = writersOf(table.name, functions, tables);
  const notes = [...table.keys.map((key) => `- ${key}`), ...(writers.length > 0 ? [`- Written by ${writers.join(', ')}.`] : [])];
  const triggers = table.triggers.map(({ name, when, calls }) => `| ${name} | ${when} | ${calls} |`);
  return [
    `### ${table.name}`,
    ...(table.comment === '' ? [] : [wrapped(table.comment)]),
    ['| Column | Type | |', '|---|---|---|', ...rows].join('\n'),
    ...(notes.length > 0 ? [notes.map((note) => wrapped(note)).join('\n')] : []),
    ...(triggers.length > 0 ? [['| Trigger | When | Calls |', '|---|---|---|', ...triggers].join('\n')] : []),
  ].join('\n\n');
}

function functionSection(functions: readonly CatalogFunction[]): string {
  const rows = functions
    .filter(({ name }) => !isOfList(name))
    .map((one) => `| ${one.name} | ${cell(one.parameters)} | ${one.returns} | ${cell(one.comment)} |`);
  return rows.length === 0 ? '' : ['| Function | Parameters | Gives | |', '|---|---|---|---|', ...rows].join('\n');
}

const typeOf = ({ type, isNullable }: CatalogColumn): string =>
  `${type === 'timestamp with time zone' ? 'timestamptz' : type}${isNullable ? ', null' : ''}`;

function meaningOf(table: CatalogTable, column: CatalogColumn): string {
  const words = wordsOf(table, column);
  const identity = column.identity === '' ? '' : 'A number of its own.';
  const generated = column.generated === '' && !column.isByTrigger ? '' : '*Generated.*';
  const fallback = column.fallback === '' ? '' : `By default ${column.fallback.replaceAll('::text', '')}.`;
  return [generated, column.comment, words ? `One of ${words.join(', ')}.` : '', identity, fallback]
    .filter((part) => part !== '')
    .join(' ');
}

/** Functions that write the table when a row of another table changes, and functions that the program calls. */
function writersOf(table: string, functions: readonly CatalogFunction[], tables: readonly CatalogTable[]): string[] {
  const writes = new RegExp(`\\b(?:insert into|update|delete from) ${table}\\b`);
  return functions
    .filter(({ name, body }) => !isOfList(name) && writes.test(body))
    .map(({ name }) => {
      const on = tables.filter(({ triggers }) => triggers.some(({ calls }) => calls === name)).map((one) => one.name);
      return `\`${name}\`${on.length > 0 ? ` (on ${on.join(', ')})` : ''}`;
    });
}

/** `write_list_triggers` creates the trigger functions of a list, which differ only by the list's declaration. */
const isOfList = (name: string): boolean => /^count_.*_(?:insert|update|delete)$/.test(name);

const cell = (text: string): string => text.replaceAll('|', '\\|');

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) === '' ? word : `${lines.at(-1) ?? ''} ${word}`;
    if (line.length <= 140) lines[lines.length - 1] = line;
    else lines.push(`  ${word}`);
  }
  return lines.join('\n');
}
