import { statfs } from 'node:fs/promises';
import { custodyHealth } from '../../custody/audit/health.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { prometheusText, type Family } from '../../platform/telemetry/exposition.ts';
import { countedFamilies } from '../../platform/telemetry/registry.ts';
import { custodyMetrics } from './custody-metrics.ts';
import { databaseMetrics } from './database-metrics.ts';
import { serviceMetrics } from './service-metrics.ts';

export interface PageDeps {
  readonly db: Database;
  readonly config: Pick<Config, 'session' | 'dataDir'>;
}

/** All metrics of this server. If the database does not answer, the others are still returned, because they matter most then. */
export async function metricsPage({ db, config }: PageDeps): Promise<string> {
  const asked = Promise.all([custodyHealth(db).then(custodyMetrics), serviceMetrics(db, config.session), databaseMetrics(db)]);
  const [databaseFamilies, disk] = await Promise.all([within(patienceMs, asked), diskFamilies(config.dataDir)]);
  const up: Family = {
    name: 'notary_database_up',
    help: 'Whether the database answered what this page asks, within five seconds.',
    values: [{ value: databaseFamilies === null ? 0 : 1 }],
  };
  return prometheusText([up, ...countedFamilies(), ...disk, ...(databaseFamilies ?? []).flat()].flatMap(withFormerName));
}

/** The family, and again under its former name if it has one: release 1.1 still gives both. */
function withFormerName(family: Family): Family[] {
  const former = family.name.replace(/^notary_scrub_/, 'notary_sweep_').replace(/^notary_job_/, 'notary_task_');
  if (former === family.name) return [family];
  const formerLabels = (labels: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(labels).map(([label, text]) => [label === 'name' ? 'task' : label, text]));
  const values = family.values.map((sample) => ({ ...sample, labels: formerLabels(sample.labels) }));
  return [family, { ...family, name: former, values, help: `Former name of ${family.name}, until the next release.` }];
}

const patienceMs = 5000;

async function within<T>(ms: number, asked: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    asked.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
}

/** Of the data folder; no values if the disk cannot be read. */
async function diskFamilies(folder: string): Promise<Family[]> {
  const disk = await statfs(folder).catch(() => null);
  const one = (name: string, help: string, blocks: number | null): Family => ({
    name,
    help,
    values: [{ value: disk && blocks !== null ? blocks * disk.bsize : null }],
  });
  return [
    one('notary_disk_free_bytes', 'Free on the disk of DATA_DIR, for who is not root.', disk && disk.bavail),
    one('notary_disk_size_bytes', 'Size of that disk.', disk && disk.blocks),
  ];
}
