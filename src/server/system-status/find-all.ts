import type { Pool } from 'pg';
import { custodyHealth } from '../custody/audit/health.ts';
import type { Database } from '../db/database.ts';
import type { Config } from '../runtime/config.ts';
import { healthLines } from '../workbench/health-words.ts';
import { certificateFindings, proxyFinding, publicAddressFinding, reachFindings, type Forwarded } from './address-findings.ts';
import { clockFindings } from './clock-findings.ts';
import { custodyFindings } from './custody-findings.ts';
import { erasureFindings } from './erasure-findings.ts';
import { runCheck, type SystemFinding } from './finding.ts';
import { historyFindings } from './history-findings.ts';
import { keyFindings } from './key-findings.ts';
import { fontFindings } from './font-findings.ts';
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
    return { item, name, state: ok ? well : 'bad', detail, text };
  });
}

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
