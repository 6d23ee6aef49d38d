import { releaseAt, releasesUpTo } from '../../src/server/db/upgrade/series.ts';
import { build } from '../../src/server/runtime/build.ts';
import type { Catalog, CatalogColumn, CatalogTable } from './catalog.ts';
import { wordsOf } from './words.ts';

/** What the catalog does not contain: the types of JSON, words that no constraint lists, and bytes that are written in another form. */
const statedTypes: Readonly<Record<string, readonly [type: string, from: string]>> = {
  'capture.notes': ['CaptureNotes', '../../../domain/web-archive/capture-notes.ts'],
  'capture_archive.replay': ['ReplayFacts', '../../../domain/web-archive/replay-facts.ts'],
  'admin_login.result': ['LoginResult', '../../../domain/codes/access.ts'],
  'download_batch.holder': ['LinkGrantee', '../../../domain/access/link-grantee.ts'],
  'event.data': ['Record<string, unknown>', ''],
  'event_pending.data': ['Record<string, unknown>', ''],
  'webhook_attempt.request_headers': ['Record<string, string>', ''],
  'evidence.device': ['Device', '../json.ts'],
  'evidence_file.content': ['Uint8Array', ''],
  'mark.binding': ['MarkBinding', '../../../domain/marks/mark.ts'],
  'mark.place': ['MarkPlace', '../../../domain/marks/mark-place.ts'],
  'mark.clocks': ['ClockFacts', '../../../domain/marks/clocks.ts'],
  'intake_request.answer': ['Record<string, unknown>', ''],
  'list_view.columns': ['ViewColumns', '../json.ts'],
  'list_view.filters': ['Record<string, string>', ''],
  'notarization_order.applicant': ['Applicant', '../json.ts'],
  'notarization_order.recipient': ['Recipient', '../json.ts'],
  'notarization_order.transfer_img': ['StoredPicture', '../json.ts'],
  'picture_print.field': ['PictureField', '../json.ts'],
  'recharge_order.transfer_img': ['StoredPicture', '../json.ts'],
  'recording.device': ['Device', '../json.ts'],
  // Never 'waiting', but its lists can be filtered by every state of online evidence.
  'recording.status': ['OnlineStatus', '../../../domain/rules/online-status.ts'],
  'submission_reading.pictures': ['PictureFindings', '../json.ts'],
  'trail.after': ['TrailState', '../json.ts'],
  'trail.before': ['TrailState', '../json.ts'],
  'user_submission.pictures': ['Pictures', '../json.ts'],
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

/**
 * The files of src/server/db that declare the types of the tables: path -> text. One for each migration that creates tables, in a folder
 * for each release after 1.0.
 */
export function tableTypes({ tables }: Catalog, migrations: readonly { name: string; sql: string }[]): Map<string, string> {
  const subjects = migrations
    .map((migration) => ({
      subject: folderOf(migration) + migration.name.replace(/^\d+_/, '').replaceAll('_', '-'),
      tables: tables.filter((table) => migration.sql.includes(`create table ${table.name} (`)),
    }))
    .filter((subject) => subject.tables.length > 0);
  const homeless = tables.filter(
    ({ name }) =>
      !/^(?:release_)?migration$/.test(name) && !subjects.some((subject) => subject.tables.some((table) => table.name === name)),
  );
  if (homeless.length > 0) throw new Error(`no migration makes ${homeless.map(({ name }) => name).join(', ')}`);
  const files = new Map(subjects.map(({ subject, tables: of }) => [`tables/${subject}.ts`, subjectFile(subject, of)]));
  return files.set('tables.ts', indexFile(subjects.map(({ subject, tables: of }) => ({ subject, names: namesOf(of) }))));
}

const releases = releasesUpTo(build.version);

function folderOf(migration: { name: string; sql: string }): string {
  const at = releaseAt(releases, migration);
  return at === 0 ? '' : `${releases[at]?.version.replace(/\.\d+$/, '') ?? ''}/`;
}

function indexFile(subjects: readonly { subject: string; names: readonly string[] }[]): string {
  const sorted = subjects.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
  const imports = sorted.map(({ subject }) => `import type { ${interfaceOf(subject)} } from './tables/${subject}.ts';`);
  const exports = sorted
    .filter(({ names }) => names.length > 0)
    .map(({ subject, names }) => `export type { ${names.join(', ')} } from './tables/${subject}.ts';`);
  exports.push(
    "export type { Applicant, Device, PictureField, PictureFindings, Pictures, Recipient, StoredPicture, TrailState } from './json.ts';",
  );
  const extended = sorted.map(({ subject }) => `    ${interfaceOf(subject)}`).join(',\n');
  return (
    `${mark}${imports.join('\n')}\n\n/** Row types of every table. */\n` +
    `export interface Tables\n  extends ${extended.trimStart()} {}\n\n${exports.join('\n')}\n`
  );
}

function subjectFile(subject: string, tables: readonly CatalogTable[]): string {
  const body = tables.map(
    (table) =>
      `${documented(table.comment, '  ')}  ${table.name}: {\n${table.columns.map((column) => columnLine(table, column)).join('')}  };\n`,
  );
  const aliases = tables.flatMap((table) =>
    table.columns.flatMap((column) => {
      const name = named[`${table.name}.${column.name}`];
      return name === undefined ? [] : [`export type ${name} = ${union(wordsOf(table, column) ?? [])};\n`];
    }),
  );
  const text = body.join('');
  const wrappers = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) => text.includes(`${name}<`));
  const up = subject.includes('/') ? '../' : '';
  const imports = [...(wrappers.length > 0 ? [`import type { ${wrappers.join(', ')} } from 'kysely';\n`] : []), ...importsOf(tables, up)];
  return (
    `${mark}${imports.join('')}${imports.length > 0 ? '\n' : ''}export interface ${interfaceOf(subject)} {\n${text}}\n` +
    (aliases.length > 0 ? `\n${aliases.join('')}` : '')
  );
}

function importsOf(tables: readonly CatalogTable[], up: string): string[] {
  const wanted = new Map<string, Set<string>>();
  for (const table of tables)
    for (const column of table.columns) {
      const [type, from] = statedTypes[`${table.name}.${column.name}`] ?? ['', ''];
      if (from !== '') wanted.set(from, (wanted.get(from) ?? new Set()).add(type));
    }
  return [...wanted].map(([from, names]) => `import type { ${[...names].toSorted().join(', ')} } from '${up}${from}';\n`);
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

const interfaceOf = (subject: string): string =>
  `${subject.replace(/^.*\//, '').replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Tables`;

const namesOf = (tables: readonly CatalogTable[]): string[] =>
  tables.flatMap((table) => table.columns.flatMap((column) => named[`${table.name}.${column.name}`] ?? []));

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
