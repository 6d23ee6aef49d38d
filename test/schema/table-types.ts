import type { Catalog, CatalogColumn, CatalogTable } from './catalog.ts';
import { wordsOf } from './words.ts';

/** What the catalog does not contain: the types of JSON, words that no constraint lists, and bytes that are written in another form. */
const statedTypes: Readonly<Record<string, readonly [type: string, from: string]>> = {
  'capture.notes': ['CaptureNotes', '../../../domain/proof/web-archive/capture-notes.ts'],
  'capture_archive.replay': ['ReplayFacts', '../../../domain/proof/web-archive/replay-facts.ts'],
  'admin_login.result': ['LoginResult', '../../../domain/business/codes/access.ts'],
  'download_batch.holder': ['LinkGrantee', '../../../domain/business/access/link-grantee.ts'],
  'event.data': ['Record<string, unknown>', ''],
  'event_pending.data': ['Record<string, unknown>', ''],
  'webhook_attempt.request_headers': ['Record<string, string>', ''],
  'evidence.device': ['Device', './json.ts'],
  'evidence_file.content': ['Uint8Array', ''],
  'mark.binding': ['MarkBinding', '../../../domain/proof/marks/mark.ts'],
  'mark.place': ['MarkPlace', '../../../domain/proof/marks/mark-place.ts'],
  'mark.clocks': ['ClockFacts', '../../../domain/proof/marks/clocks.ts'],
  'intake_request.answer': ['Record<string, unknown>', ''],
  'list_view.columns': ['ViewColumns', './json.ts'],
  'list_view.filters': ['Record<string, string>', ''],
  'notarization_order.applicant': ['Applicant', './json.ts'],
  'notarization_order.agent': ['Agent', './json.ts'],
  'notarization_order.recipient': ['Recipient', './json.ts'],
  'notarization_order.transfer_img': ['StoredPicture', './json.ts'],
  'picture_print.field': ['PictureField', './json.ts'],
  'recharge_order.transfer_img': ['StoredPicture', './json.ts'],
  'recording.device': ['Device', './json.ts'],
  // Never 'waiting', but its lists can be filtered by every state of online evidence.
  'recording.status': ['OnlineStatus', '../../../domain/business/rules/online-status.ts'],
  'submission_reading.pictures': ['PictureFindings', './json.ts'],
  'trail.after': ['TrailState', './json.ts'],
  'trail.before': ['TrailState', './json.ts'],
  'user_submission.pictures': ['Pictures', './json.ts'],
};

/** Words of a column that have a named type. */
const named: Readonly<Record<string, string>> = {
  'session.ended_reason': 'SessionEnd',
  'stored_object.state': 'ObjectState',
  'trail.actor_kind': 'ActorKind',
};

/** As returned by pg. A bigint is a decimal text, because most are ids. */
const types: Readonly<Record<string, string>> = {
  bigint: 'string',
  'bigint[]': 'string[]',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  integer: 'number',
  'integer[]': 'number[]',
  pg_lsn: 'string',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
};

const mark = '// Written by `npm run schema` from the migrated database; not by hand.\n';

/** The text of src/server/platform/db/tables.ts: the types of all tables, in the order of the migrations that create them. */
export function tableTypes({ tables }: Catalog, migrations: readonly { name: string; sql: string }[]): string {
  const subjects = migrations
    .map(({ name, sql }) => ({ name, tables: tables.filter((table) => sql.includes(`create table ${table.name} (`)) }))
    .filter((subject) => subject.tables.length > 0);
  const placed = subjects.flatMap((subject) => subject.tables);
  const homeless = tables.filter((table) => !/^(?:release_)?migration$/.test(table.name) && !placed.includes(table));
  if (homeless.length > 0) throw new Error(`no migration makes ${homeless.map(({ name }) => name).join(', ')}`);
  const body = subjects.map(({ name, tables: of }) => `  // ${name}\n\n${of.map(tableType).join('')}`).join('\n');
  const wrappers = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) => body.includes(`${name}<`));
  return (
    `${mark}import type { ${wrappers.join(', ')} } from 'kysely';\n${importsOf(placed).join('')}\n` +
    `/** Row types of every table. */\nexport interface Tables {\n${body}}\n\n${placed.flatMap(aliasesOf).join('')}`
  );
}

function tableType(table: CatalogTable): string {
  return `${documented(table.comment, '  ')}  ${table.name}: {\n${table.columns.map((column) => columnLine(table, column)).join('')}  };\n`;
}

function aliasesOf(table: CatalogTable): string[] {
  return table.columns.flatMap((column) => {
    const name = named[`${table.name}.${column.name}`];
    return name === undefined ? [] : [`export type ${name} = ${union(wordsOf(table, column) ?? [])};\n`];
  });
}

function importsOf(tables: readonly CatalogTable[]): string[] {
  const wanted = new Map<string, Set<string>>();
  for (const table of tables)
    for (const column of table.columns) {
      const [type, from] = statedTypes[`${table.name}.${column.name}`] ?? ['', ''];
      if (from !== '') wanted.set(from, (wanted.get(from) ?? new Set()).add(type));
    }
  const sorted = [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([from, names]) => {
    const line = `import type { ${[...names].toSorted().join(', ')} } from '${from}';\n`;
    // As the formatter breaks it.
    return line.length <= 141
      ? line
      : `import type {\n${[...names]
          .toSorted()
          .map((name) => `  ${name},\n`)
          .join('')}} from '${from}';\n`;
  });
}

function columnLine(table: CatalogTable, column: CatalogColumn): string {
  return `${documented(column.comment, '    ')}    ${column.name}: ${columnType(table, column)};\n`;
}

function columnType(table: CatalogTable, column: CatalogColumn): string {
  const path = `${table.name}.${column.name}`;
  const words = wordsOf(table, column);
  const base = statedTypes[path]?.[0] ?? named[path] ?? (words ? union(words) : types[column.type]);
  if (base === undefined) throw new Error(`what is ${path}, a ${column.type}? (test/schema/table-types.ts)`);
  const orNull = column.isNullable ? ' | null' : '';
  // JSON and days are written as texts.
  if (column.type === 'jsonb' || column.type === 'date') return `ColumnType<${base}${orNull}, string${orNull}, string${orNull}>`;
  if (column.generated !== '' || column.isByTrigger || column.identity === 'always') return `GeneratedAlways<${base}${orNull}>`;
  return column.fallback !== '' || column.identity !== '' ? `Generated<${base}${orNull}>` : `${base}${orNull}`;
}

const union = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' | ');

/** A comment above its declaration, wrapped at 140 columns. */
function documented(comment: string, indent: string): string {
  if (comment === '') return '';
  if (`${indent}/** ${comment} */`.length <= 140) return `${indent}/** ${comment} */\n`;
  const lines = [`${indent} *`];
  for (const word of comment.split(' ')) {
    const line = `${lines.at(-1) ?? ''} ${word}`;
    if (line.length <= 140) lines[lines.length - 1] = line;
    else lines.push(`${indent} * ${word}`);
  }
  return `${indent}/**\n${lines.join('\n')}\n${indent} */\n`;
}
