import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Database } from '../../platform/db/database.ts';
import { migrations } from '../../platform/db/migrate.ts';
import { readApplied } from '../../platform/db/upgrade/applied.ts';
import { isLate } from '../../platform/db/upgrade/series.ts';
import { build } from '../../platform/runtime/build.ts';
import { advice, type SystemFinding } from './finding.ts';

/** The database's release, the servers that use it, and whether a rollback is possible. */
export async function upgradeFindings(db: Database, pool: Pool): Promise<SystemFinding[]> {
  const applied = await readApplied(pool);
  const missing = migrations.filter(({ name, kind }) => kind !== 'post' && !applied.some((one) => one.name === name));
  const lacks = missing.filter((migration) => !isLate(migration));
  const indexes = missing.length - lacks.length;
  const ahead = applied.filter(({ isFinal }) => !isFinal);
  const newer = ahead.find(({ name }) => !migrations.some((known) => known.name === name));
  const wayBack = newer?.release ?? build.version;
  const detail = [
    `${applied.length} migrations`,
    ...(lacks.length > 0 ? [`${lacks.length} of release ${build.version} are not applied: start a server of it, or run migrate`] : []),
    ...(indexes > 0 ? [`a server builds ${indexes} more, indexes, which wait for every open transaction`] : []),
    ...(newer ? [`release ${newer.release} has gone ahead`] : []),
    ...(ahead.length > 0 ? [`until \`migrate --post\` of ${wayBack} release ${ahead[0]?.follows} may be started again`] : []),
  ].join('; ');
  const text = [
    `已应用 ${applied.length} 项迁移`,
    ...(lacks.length > 0 ? [`版本 ${build.version} 还有 ${lacks.length} 项未应用`] : []),
    ...(indexes > 0 ? [`另有 ${indexes} 个索引正由服务建立，需等待所有未结束的事务`] : []),
    ...(newer ? [`已升级到 ${newer.release}`] : []),
    ...(ahead.length > 0 ? [`执行 migrate --post 之前可以退回 ${ahead[0]?.follows}`] : []),
  ].join('；');
  const todo = lacks.length > 0 ? advice('start a server of this release, or run migrate', '启动本版本的服务，或执行 migrate') : {};
  const finding = { item: 'database', name: '数据库', state: lacks.length === 0 ? 'ok' : 'bad', detail, text, ...todo } as const;
  return [finding, ...(lacks.length === 0 ? [await serversFinding(db)] : [])];
}

/** Two releases may run side by side only during an upgrade. */
async function serversFinding(db: Database): Promise<SystemFinding> {
  const { rows } = await sql<{ kind: string; release: string; n: number }>`
    select kind, release, count(*)::int as n from server
      where seen_at > clock_timestamp() - interval '1 minute' group by kind, release order by kind, release`.execute(db);
  const releases = new Set(rows.map(({ release }) => release));
  const each = rows.map(({ kind, release, n }) => `${n} ${kind}${n > 1 ? 's' : ''} of release ${release}`).join(', ');
  const hint = releases.size > 1 ? '; an upgrade is under way: end it' : '';
  const shown = rows.map(({ kind, release, n }) => `${n} 个${kind === 'worker' ? '取证进程' : '服务'}（${release}）`).join('、');
  return {
    item: 'servers',
    name: '运行中的服务',
    state: 'ok',
    detail: each === '' ? 'none runs' : `${each}${hint}`,
    text: shown === '' ? '没有' : `${shown}${releases.size > 1 ? '，正在升级' : ''}`,
  };
}
