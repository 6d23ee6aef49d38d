import { sql } from 'kysely';
import type { Config } from '../../server/runtime/config.ts';
import { custodyHealth } from '../../server/custody/audit/health.ts';
import { rootRule, rootWarnings } from '../../server/captures/browser/sandbox.ts';
import { bundledWarning } from '../../server/db/bundled-libraries.ts';
import { findChromium } from '../../server/media/chromium.ts';
import { addressFault, publicBaseOf } from '../../server/runtime/public-address.ts';
import { withDatabase } from '../lib/connect.ts';
import { custodyFindings, type Finding } from './custody-findings.ts';

/**
 * Tells in one line each what this machine has and what it lacks, and how the keeping of evidence stands; exit 1 when something needed is
 * missing or fails.
 */
export async function doctor(config: Config, json: boolean): Promise<void> {
  const findings = [
    { item: 'node', ok: true, detail: process.version },
    ...(await databaseFindings(config)),
    ...(config.databaseUrl === undefined && config.postgresBin === undefined ? [await librariesFinding(config)] : []),
    await finding(
      'browser',
      () => browserPath(config),
      (path) => path,
    ),
    ...sandboxFindings(config),
    addressFinding(config),
  ];
  if (!findings.every(({ ok }) => ok)) process.exitCode = 1;
  console.log(
    json ? JSON.stringify(findings) : findings.map(({ item, ok, detail }) => `${ok ? 'ok  ' : 'BAD '} ${item}: ${detail}`).join('\n'),
  );
}

/** Custody is reported only where the database answers. */
async function databaseFindings(config: Config): Promise<Finding[]> {
  const look = () =>
    withDatabase(config, async (db) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from migration`.execute(db);
      return [{ item: 'database', ok: true, detail: `${rows[0]?.n ?? 0} migrations` }, ...custodyFindings(await custodyHealth(db), config)];
    });
  return look().catch((error: unknown) => [failed('database', error)]);
}

/** Told everywhere, and a fault in production. */
async function librariesFinding({ production }: Config): Promise<Finding> {
  return bundledWarning().then(
    (detail) => ({ item: 'database libraries', ok: !production, detail }),
    (error: unknown) => failed('database libraries', error),
  );
}

function sandboxFindings(config: Config): Finding[] {
  const rule = rootRule(config);
  const detail = rootWarnings[rule];
  return detail === null ? [] : [{ item: 'browser sandbox', ok: rule !== 'refused', detail }];
}

async function finding<T>(item: string, look: () => Promise<T>, describe: (found: T) => string): Promise<Finding> {
  return look().then(
    (found) => ({ item, ok: true, detail: describe(found) }),
    (error: unknown) => failed(item, error),
  );
}

function failed(item: string, error: unknown): Finding {
  return { item, ok: false, detail: error instanceof Error ? error.message : String(error) };
}

/** An office at work needs one that others can open; whoever tries the product out does not. */
function addressFinding(config: Config): Finding {
  const fault = addressFault(config);
  return { item: 'public address', ok: fault === null || !config.production, detail: fault ?? publicBaseOf(config) };
}

async function browserPath({ captures }: Config): Promise<string> {
  const path = await findChromium(captures.chromiumPath);
  if (path !== null) return path;
  throw new Error(
    'no Chromium or Chrome found, web captures wait; on Debian: apt-get install chromium fonts-noto-cjk, or set CHROMIUM_PATH',
  );
}
