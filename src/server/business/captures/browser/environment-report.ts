import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaptureConfig } from '../../../platform/runtime/config.ts';
import { browserBuild } from './browser-build.ts';
import type { CaptureLog } from './capture-log.ts';
import {
  answeredAt,
  brokenItem,
  checkEnvironment,
  targetClock,
  type ClockReadings,
  type DateHeaders,
  type EnvironmentSources,
} from './environment.ts';
import { CaptureFailure, insideReason } from './failure.ts';
import type { Answer } from '../../../platform/egress/resolver.ts';

export interface ReportDeps {
  readonly folder: string;
  readonly profileFolder: string;
  readonly chromiumPath: string;
  readonly environmentSources: EnvironmentSources;
  readonly limits: CaptureConfig;
  readonly isPrivate: (address: string) => boolean;
  readonly resolve: (host: string) => Promise<Answer>;
  readonly log: CaptureLog;
  /** Whether the capture has a mark with a third party's timestamp token. */
  readonly isBracketed: boolean;
}

/** The clocks that were compared, and the report, which the target's clock is added to. */
export interface ReportedEnvironment {
  readonly clocks: ClockReadings;
  /** @param headers of the answer to the address. @returns the target's time. */
  addTarget(headers: DateHeaders): Promise<string | null>;
}

/**
 * Writes the report of the 清洁性检查, before the browser starts.
 * @throws CaptureFailure naming the first mandatory item that failed.
 */
export async function reportEnvironment(
  url: string,
  { folder, profileFolder, chromiumPath, environmentSources, limits, isPrivate, resolve, log, isBracketed }: ReportDeps,
): Promise<ReportedEnvironment> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const checkedAt = new Date();
  const [answer, build, own] = await Promise.all([
    resolve(host),
    browserBuild(chromiumPath),
    Promise.all(environmentSources.ownHosts.map((name) => resolve(name).catch(() => ({ addresses: [] })))),
  ]);
  const [address] = answer.addresses;
  const { items, clocks } = await checkEnvironment(environmentSources, {
    host,
    answer,
    ownAddresses: own.flatMap(({ addresses }) => addresses),
    profileFolder,
    build,
    isPrivate,
    allowPrivate: limits.allowPrivate,
    isBracketed,
  });
  const broken = brokenItem(items);
  const report = { title: '清洁性检查报告', url, checkedAt: checkedAt.toISOString(), passed: broken === undefined, items };
  const write = (whole: object) => writeFile(join(folder, 'environment-check.json'), JSON.stringify(whole, null, 2), { mode: 0o600 });
  await write(report);
  log.note('environment-check', { passed: report.passed, items: items.map(({ item, passed }) => ({ item, passed })) });
  if (!broken)
    return {
      clocks,
      async addTarget(headers) {
        const item = targetClock(headers, Date.now());
        await write({ ...report, items: items.toSpliced(1, 0, item) });
        const ms = answeredAt(headers);
        const target = ms === null ? null : new Date(ms).toISOString();
        log.note('target-clock', { target, passed: item.passed });
        return target;
      },
    };
  if (broken.item === 'dns') throw new CaptureFailure(address === undefined ? '目标网址的域名无法解析' : insideReason);
  throw new CaptureFailure(`清洁性检查未通过：${broken.name}（${broken.finding}）`);
}
