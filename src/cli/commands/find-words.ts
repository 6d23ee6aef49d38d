import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Pool } from 'pg';
import { systemReason } from '../../server/platform/runtime/startup-error.ts';
import { openOwnStore } from '../../server/platform/installation/store-owner.ts';
import { openerFor, keyOptions, type KeyOptions } from '../backup/place/keys.ts';
import { openPlace } from '../backup/place/place.ts';
import { findBackup, objectReader, objectsIn, tableReader } from '../backup/place/read-backup.ts';
import { CommandError, options, type Command } from '../lib/command.ts';
import { givenPath, readGiven } from '../lib/given-file.ts';

/** Searches for words in everything that the installation stores: erased data must not be found anywhere. */
export const findWords: Command = {
  name: 'find-words',
  usage: '<file> [--logs <file or folder,…>] [--place <place>] [--backup <id>] [--identity <path> | --passphrase-file <path>]',
  summary:
    'look for words, one a line of the file, in every column of every table, every stored file, logs and a backup; ' +
    'exit 1 when one is found',
  async run({ db, pool, args, config }) {
    const { values, positionals } = options(args, [...keyOptions, 'logs', 'place', 'backup'], [], 1);
    const [path] = positionals;
    if (path === undefined) throw new CommandError('One file is needed, with a word a line.');
    const words = (await readText(path)).split(/\r?\n/).filter((line) => line.trim() !== '');
    if (words.length === 0) throw new CommandError(`${path} has no words.`);
    const { found, tables } = await inTables(pool, words);
    let files = 0;
    const store = await openOwnStore(config, db);
    for await (const { sha256 } of store.list()) {
      files += 1;
      if (await holds((await store.open(sha256)).stream, words)) found.push(`file ${sha256}`);
    }
    const given = (values.logs ?? '').split(',').filter((log) => log !== '');
    const logs = (await Promise.all(given.map((log) => logsOf(givenPath(log))))).flat();
    for (const log of logs) if (await holds(logBytes(log), words)) found.push(`log ${log}`);
    if (values.place !== undefined) found.push(...(await inBackup(values.place, values.backup, values, words)));
    const looked = `${tables} tables, ${files} stored files, ${logs.length} logs${values.place === undefined ? '' : ', a backup'}`;
    return {
      value: { looked: { tables, files, logs: logs.length }, found },
      // The words themselves are never printed, because the output may go into a log.
      text: found.length === 0 ? `None of ${words.length} words is in ${looked}.` : ['Found in:', ...found].join('\n'),
      failed: found.length > 0,
    };
  },
};

/** The file itself, or all files in the folder at any depth. */
async function logsOf(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: unknown) => {
    throw new CommandError(`${path}: ${systemReason(error)}`);
  });
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** Rotated logs are gzipped. */
function logBytes(path: string): Readable {
  const bytes = createReadStream(path);
  // The stream that is read reports the failure.
  return path.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
}

/** Searches every row as text, and the bytes of every `bytea` column. */
async function inTables(pool: Pool, words: readonly string[]): Promise<{ found: string[]; tables: number }> {
  const { rows: tables } = await pool.query<{ name: string; bytes: string[] }>(`
    select c.oid::regclass::text as name,
        coalesce(array_agg(quote_ident(a.attname)::text) filter (where a.atttypid = 'bytea'::regtype), '{}') as bytes
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.oid order by 1`);
  const found: string[] = [];
  for (const { name, bytes } of tables) {
    const inBytes = bytes.map((column) => `or position(convert_to(w, 'UTF8') in ${column}) > 0`).join(' ');
    const { rows } = await pool.query<{ n: string }>(
      `select count(*) as n from ${name} t where exists (select from unnest($1::text[]) w where position(w in t::text) > 0 ${inBytes})`,
      [words],
    );
    if (Number(rows[0]?.n) > 0) found.push(`table ${name}: ${rows[0]?.n} rows`);
  }
  return { found, tables: tables.length };
}

/** Searches the backup's manifest, its list of files, and each of its tables and files. */
async function inBackup(given: string, id: string | undefined, keys: KeyOptions, words: readonly string[]): Promise<string[]> {
  const place = await openPlace(given, undefined);
  const backup = await findBackup(place, id);
  const opener = await openerFor(place, backup.manifest.recipient, keys);
  if (!opener)
    throw new CommandError(`The backup is encrypted for ${backup.manifest.recipient ?? ''}: give --identity or --passphrase-file.`);
  const found: string[] = [];
  if (words.some((word) => JSON.stringify(backup.manifest).includes(word))) found.push(`backup ${backup.manifest.id}: manifest`);
  for (const { name } of backup.manifest.tables)
    if (await holds(await tableReader(place, backup, opener)(name), words)) found.push(`backup ${backup.manifest.id}: table ${name}`);
  const objects = objectReader(place, backup, opener);
  for await (const { sha256 } of objectsIn(place, backup, opener))
    if (await holds((await objects.open(sha256)).stream, words)) found.push(`backup ${backup.manifest.id}: file ${sha256}`);
  for await (const { name } of place.files.list('erasures'))
    if (await holds(await place.files.open(name), words)) found.push(`backup: ${name}`);
  return found;
}

/** Whether a stream contains one of the words, even if it is split across chunks. */
async function holds(stream: Readable, words: readonly string[]): Promise<boolean> {
  const needles = words.map((word) => Buffer.from(word));
  const longest = Math.max(...needles.map(({ length }) => length));
  let tail = Buffer.alloc(0);
  for await (const chunk of stream) {
    const bytes = Buffer.concat([tail, Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as Uint8Array)]);
    if (needles.some((needle) => bytes.includes(needle))) {
      stream.destroy();
      return true;
    }
    tail = bytes.subarray(Math.max(0, bytes.length - longest + 1));
  }
  return false;
}

async function readText(path: string): Promise<string> {
  return readGiven(path);
}
