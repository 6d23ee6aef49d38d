import type { Config } from '../server/config.ts';
import { findChromium } from '../server/media/chromium.ts';
import { withDatabase } from './connect.ts';

/** Tells in one line each what this machine has and what it lacks; exit 1 when something needed is missing. */
export async function doctor(config: Config, json: boolean): Promise<void> {
  const findings = [
    { item: 'node', ok: true, detail: process.version },
    await finding('database', () => withDatabase(config, async (db) => (await db.selectFrom('migration' as never).selectAll().execute()).length), (n) => `${n} migrations`),
    await finding('browser', browserPath, (path) => path),
  ];
  if (!findings.every(({ ok }) => ok)) process.exitCode = 1;
  console.log(json ? JSON.stringify(findings) : findings.map(({ item, ok, detail }) => `${ok ? 'ok  ' : 'BAD '} ${item}: ${detail}`).join('\n'));
}

async function finding<T>(item: string, look: () => Promise<T>, describe: (found: T) => string) {
  return look().then(
    (found) => ({ item, ok: true, detail: describe(found) }),
    (error: unknown) => ({ item, ok: false, detail: error instanceof Error ? error.message : String(error) }),
  );
}

async function browserPath(): Promise<string> {
  const path = await findChromium(process.env);
  if (path !== null) return path;
  throw new Error('no Chromium or Chrome found, web captures wait; on Debian: apt-get install chromium fonts-noto-cjk, or set CHROMIUM_PATH');
}
