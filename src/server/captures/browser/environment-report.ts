import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaptureConfig } from '../../runtime/config.ts';
import { browserBuild } from './browser-build.ts';
import type { CaptureLog } from './capture-log.ts';
import { brokenItem, checkEnvironment, type ClockReadings, type EnvironmentSources } from './environment.ts';
import { CaptureFailure, insideReason } from './failure.ts';
import type { Answer } from '../../egress/resolver.ts';
import { askTargetTime } from './target-time.ts';

export interface ReportDeps {
  readonly folder: string;
  readonly profileFolder: string;
  readonly chromiumPath: string;
  readonly environmentSources: Omit<EnvironmentSources, 'targetTime'>;
  readonly limits: CaptureConfig;
  readonly isPrivate: (address: string) => boolean;
  readonly resolve: (host: string) => Promise<Answer>;
  readonly log: CaptureLog;
  /** Whether the capture has a mark with a third party's timestamp token. */
  readonly isBracketed: boolean;
}

/**
 * Writes the report of the 清洁性检查, before the browser starts. @returns the clocks that were compared.
 * @throws CaptureFailure naming the first mandatory item that failed.
 */
export async function reportEnvironment(
  url: string,
  { folder, profileFolder, chromiumPath, environmentSources, limits, isPrivate, resolve, log, isBracketed }: ReportDeps,
): Promise<ClockReadings> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const checkedAt = new Date();
  const [answer, build] = await Promise.all([resolve(host), browserBuild(chromiumPath)]);
  const [address] = answer.addresses;
  // Reading the target's clock is a connection too, so it must not go where the browser may not go.
  const isOpen = address !== undefined && (limits.allowPrivate || !answer.addresses.some(isPrivate));
  const targetTime = async (): Promise<string | null> => (isOpen ? askTargetTime(url, address) : null);
  const { items, clocks } = await checkEnvironment(
    { ...environmentSources, targetTime },
    { host, answer, profileFolder, build, isPrivate: limits.allowPrivate ? () => false : isPrivate, isBracketed },
  );
  const broken = brokenItem(items);
  const report = { title: '清洁性检查报告', url, checkedAt: checkedAt.toISOString(), passed: broken === undefined, items };
  await writeFile(join(folder, 'environment-check.json'), JSON.stringify(report, null, 2), { mode: 0o600 });
  log.note('environment-check', { passed: report.passed, items: items.map(({ item, passed }) => ({ item, passed })) });
  if (!broken) return clocks;
  if (broken.item === 'dns') throw new CaptureFailure(address === undefined ? '目标网址的域名无法解析' : insideReason);
  throw new CaptureFailure(`清洁性检查未通过：${broken.name}（${broken.finding}）`);
}
