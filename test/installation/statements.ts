import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll } from 'vitest';

/** Set by `npm test`: the folder where each worker records the statements that its tests sent. */
const folder = process.env['TEST_STATEMENTS'];

/** The worker keeps its modules, so the connections are wrapped once; this module itself is loaded for each file. */
const watched = Client.prototype as { query: Query; notedStatements?: Map<string, boolean> };
type Query = (this: unknown, ...args: unknown[]) => unknown;

if (folder !== undefined && folder !== '') {
  const noted = (watched.notedStatements ??= watch());
  afterAll(() => {
    const fresh = [...noted].filter(([, isWritten]) => !isWritten).map(([text]) => text);
    appendFileSync(join(folder, `${process.pid}.jsonl`), fresh.map((text) => `${JSON.stringify(text)}\n`).join(''));
    for (const text of fresh) noted.set(text, true);
  });
}

function watch(): Map<string, boolean> {
  const noted = new Map<string, boolean>();
  const { query } = watched;
  watched.query = function (...args) {
    const [first] = args;
    const text = typeof first === 'string' ? first : textOf(first);
    if (text !== undefined && !noted.has(text)) noted.set(text, false);
    return query.apply(this, args);
  };
  return noted;
}

/** The text of a query with values, and of a cursor. */
function textOf(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  if ('text' in given && typeof given.text === 'string') return given.text;
  return 'cursor' in given ? textOf(given.cursor) : undefined;
}
