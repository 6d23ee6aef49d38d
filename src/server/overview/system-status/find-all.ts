import { sql } from 'kysely';
import type { Pool } from 'pg';
import { custodyHealth } from '../../custody/audit/health.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { healthLines } from '../workbench/health-lines.ts';
import { certificateFindings, type Forwarded, proxyFinding, publicAddressFinding, reachFindings } from './address-findings.ts';
import { clockFindings } from './clock-findings.ts';
import { custodyFindings } from './custody-findings.ts';
import { advice, runCheck, type SystemFinding } from './finding.ts';
import { fontFindings } from './font-findings.ts';
import { historyFindings } from './history-findings.ts';
import { browserFindings, diskFindings, libraryFindings, versionFindings } from './machine-findings.ts';
import { replicaFindings } from './replica-findings.ts';
import { storageFindings } from './storage-findings.ts';
import { upgradeFindings } from './upgrade-findings.ts';

/** Findings that need no database. @param seen proxy facts of the page's own call; null in the command. */
export async function machineFindings(config: Config, seen: Forwarded | null): Promise<SystemFinding[]> {
  const checks = [
    runCheck({ item: 'disk', name: '数据磁盘' }, () => diskFindings(config)),
    runCheck({ item: 'storage', name: '文件存储' }, () => storageFindings(config)),
    runCheck({ item: 'browser', name: '取证浏览器' }, () => browserFindings(config)),
    runCheck({ item: 'fonts', name: '取证字体' }, () => fontFindings()),
    runCheck({ item: 'database libraries', name: '内置数据库组件' }, () => libraryFindings(config)),
    Promise.resolve([publicAddressFinding(config), proxyFinding(config, seen)]),
    runCheck({ item: 'reached from outside', name: '对外访问' }, () => reachFindings(config)),
    runCheck({ item: 'certificates', name: '证书有效期' }, () => certificateFindings(config)),
    Promise.resolve(keyFindings(config)),
  ];
  return [...versionFindings(), ...(await Promise.all(checks)).flat()];
}

/** Findings from the database. */
export async function databaseFindings(
  config: Config,
  { db, pool }: { readonly db: Database; readonly pool: Pool },
): Promise<SystemFinding[]> {
  const checks = [
    runCheck({ item: 'database', name: '数据库' }, () => upgradeFindings(db, pool)),
    runCheck({ item: 'replica', name: '只读副本' }, () => replicaFindings(config, pool)),
    runCheck({ item: 'clock', name: '时钟同步' }, () => clockFindings(db)),
    runCheck({ item: 'erasures', name: '个人信息删除' }, () => erasureFindings(db)),
    runCheck({ item: 'history of the log', name: '日志历史' }, () => historyFindings(config, db)),
    runCheck({ item: 'custody', name: '存证' }, async () => custodyLines(config, await custodyHealth(db))),
  ];
  return (await Promise.all(checks)).flat();
}

/** Custody's findings: state and English text from here, Chinese text from the workbench. */
function custodyLines(config: Config, health: Awaited<ReturnType<typeof custodyHealth>>): SystemFinding[] {
  const attestors = {
    timestamps: config.timestamps.url !== undefined,
    evidenceTimestamps: config.timestamps.ofEvidence,
    chain: config.chain !== null,
    secondTrack: config.sm2.signer !== undefined,
    officeNoticeDays: config.office.noticeDays,
  };
  const words = new Map(healthLines(health, attestors).map(({ name, ...line }) => [name, line]));
  return custodyFindings(health, config).map(({ item, ok, detail }) => {
    const name = custodyNames[item] ?? item;
    const { tone, text } = words.get(name) ?? { tone: 'over', text: '' };
    const well = tone === 'over' ? 'off' : 'ok';
    const lost = item === 'stored files' && health.scrub.damaged + health.scrub.missing > 0;
    return { item, name, state: ok ? well : 'bad', detail, text, ...(lost ? lostFiles : {}) };
  });
}

const lostFiles = advice(
  'put them back with `npm run admin -- store repair <place>`, where <place> has a backup',
  '见下方“文件巡检”：从备份恢复，或把原文件放回后重新核对',
);

const custodyNames: Readonly<Record<string, string>> = {
  'stored files': '文件巡检',
  log: '存证日志',
  timestamps: '可信时间戳',
  'evidence timestamps': '证据时间戳',
  'office certificate': '机构证书',
  witnesses: '见证',
  'evidence records': '存证记录',
  chain: '区块链锚定',
};

/** Whether the signing key's passphrase is stored apart from the database. */
export function keyFindings({ office, production }: Pick<Config, 'office' | 'production'>): SystemFinding[] {
  const line = { item: 'signing key', name: '机构签名密钥' } as const;
  if (office.keyPassword !== undefined)
    return [{ ...line, state: 'ok', detail: 'opens with OFFICE_KEY_PASSWORD', text: '由独立的口令保护' }];
  return [
    {
      ...line,
      state: production ? 'bad' : 'warn',
      detail: 'has no password of its own: whoever has the database, or its backup, can sign for the office',
      text: '没有独立的口令：取得数据库或其备份的人可以代机构签名',
      ...advice(
        'stop all servers, run `npm run admin -- office key password`, and start them with OFFICE_KEY_PASSWORD',
        '停止全部服务，执行 npm run admin -- office key password，再带 OFFICE_KEY_PASSWORD 启动',
      ),
    },
  ];
}

/** Approved erasures are carried out within seconds, and their files removed after ten minutes, so an hour is too long. */
export async function erasureFindings(db: Database): Promise<SystemFinding[]> {
  const { rows } = await sql<{ rows: number; files: number; late: number }>`
    select count(*) filter (where state = 'approved')::integer as rows, count(*) filter (where state = 'erased')::integer as files,
      count(*) filter (where greatest(decided_at, repeated_at) < clock_timestamp() - interval '1 hour')::integer as late
    from erasure where state in ('approved', 'erased')`.execute(db);
  const { rows: words = 0, files = 0, late = 0 } = rows[0] ?? {};
  const line = { item: 'erasures', name: '个人信息删除' } as const;
  if (words + files === 0) return [{ ...line, state: 'ok', detail: 'none waits', text: '没有待执行的删除' }];
  const finding = {
    ...line,
    detail: `${words} wait for their turn, of ${files} the files are still there${late > 0 ? `; ${late} wait for over an hour` : ''}`,
    text: `${words} 件已批准待执行，${files} 件的文件待清除${late > 0 ? `，其中 ${late} 件已超过 1 小时` : ''}`,
  };
  if (late === 0) return [{ ...finding, state: 'ok' }];
  const todo = advice('start a server; its log says under "erasing personal data" why one fails', '启动服务；失败原因见服务日志');
  return [{ ...finding, state: 'bad', ...todo }];
}
