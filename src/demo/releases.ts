import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AppPlatform } from '../domain/business/codes/releases.ts';
import { dayMs, startOfDay } from '../domain/kit/text/time.ts';
import { versionParts } from '../domain/business/rules/version.ts';
import type { TrailState } from '../server/platform/db/json.ts';
import type { ObjectStore } from '../server/platform/storage/store.ts';
import { demoAccounts, type Operator } from '../server/access/session/demo-accounts.ts';
import { hourMs, officeTime, type DemoClock } from './data/clock.ts';
import { itemAt, seeded, type Random } from './data/random.ts';
import type { Row, TrailRow } from './data/row.ts';
import { demoApk } from './files/demo-apk.ts';

/** An act of an operator on a version. */
export interface ReleaseAct {
  readonly at: Date;
  readonly operator: Operator;
  readonly action: TrailRow['action'];
  readonly object: TrailRow['object'];
  readonly before?: TrailState;
  readonly after: TrailState;
}
interface Release {
  readonly row: Row<'app_version'>;
  readonly acts: readonly ReleaseAct[];
}

/** The versions of both apps, oldest first, with the administrator's acts on them and the days of these acts. */
export function demoReleases(clock: DemoClock): {
  rows: Row<'app_version'>[];
  acts: ReleaseAct[];
  days: { operator: Operator; day: Date }[];
} {
  const releases = [...platformReleases('android', clock), ...platformReleases('ios', clock)]
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((planned, at) => releaseOf(planned, String(at + 1)));
  const acts = releases.flatMap((release) => release.acts);
  return { rows: releases.map(({ row }) => row), acts, days: acts.map(({ at }) => ({ operator: publisher, day: startOfDay(at) })) };
}

/** The version that was the newest of an app at that time. */
export function versionIn(platform: AppPlatform, at: Date, clock: DemoClock): string {
  return platformReleases(platform, clock).findLast(({ createdAt }) => releasedAt(createdAt) < at)?.version ?? versionAt(0);
}

/** Stores the packages of the Android versions durably under their hashes. */
export async function storePackages(store: Pick<ObjectStore, 'put'>): Promise<void> {
  const packages = Array.from({ length: counts.android }, (_, place) => packageOf(versionAt(place), place));
  await Promise.all(packages.map((bytes) => store.put(Readable.from([bytes]), { maxBytes: bytes.length })));
}

const publisher = itemAt(demoAccounts.operators, 0);
const counts: Record<AppPlatform, number> = { android: 30, ios: 25 };

interface Planned {
  readonly platform: AppPlatform;
  readonly place: number;
  readonly version: string;
  readonly previous: string;
  readonly createdAt: Date;
}

function platformReleases(platform: AppPlatform, { start, today }: DemoClock): Planned[] {
  const count = counts[platform];
  const stepMs = (today.getTime() - start.getTime() - 20 * dayMs) / count;
  return Array.from({ length: count }, (_, place) => {
    const random = seeded('releases', platform, place);
    const day = new Date(start.getTime() + 8 * dayMs + place * stepMs + random.int(0, 6) * dayMs);
    return {
      platform,
      place,
      version: versionAt(place),
      previous: place === 0 ? '' : versionAt(place - 1),
      createdAt: officeTime(random, day),
    };
  });
}

/** 1.0.0, 1.0.1, 1.1.0 … 1.10.1, 2.0.0, 2.0.1 …: 1.10 comes after 1.9. */
function versionAt(place: number): string {
  const inMajor = place < secondMajor ? place : place - secondMajor;
  return `${place < secondMajor ? 1 : 2}.${Math.floor(inMajor / 2)}.${inMajor % 2}`;
}

const secondMajor = 22;

function packageOf(version: string, place: number): Buffer {
  return demoApk({ packageName: 'com.example.notary', versionName: version, versionCode: 100 + place });
}

function releaseOf({ platform, place, version, previous, createdAt }: Planned, id: string): Release {
  const random = seeded('releases', platform, place, 'texts');
  const bytes = platform === 'android' ? packageOf(version, place) : null;
  const sha256 = bytes && createHash('sha256').update(bytes).digest('hex');
  const passedAt = platform === 'ios' && place < counts.ios - 2 ? officeTime(random, new Date(createdAt.getTime() + 4 * dayMs)) : null;
  const review = platform === 'android' ? null : passedAt ? 'passed' : 'waiting';
  const { content, description } = textsOf(random, place, version);
  const row: Row<'app_version'> = {
    id,
    platform,
    version,
    parts: versionParts(version) ?? [],
    previous,
    content,
    description,
    review,
    released_at: releasedAt(createdAt),
    sha256,
    size_bytes: bytes && String(bytes.length),
    file_name: bytes && fileNameOf(version, place),
    package_name: bytes && 'com.example.notary',
    version_name: bytes && version,
    version_code: bytes && String(100 + place),
    operator_id: publisher.id,
    operator: publisher.realname,
    created_at: createdAt,
  };
  const object = `version/${id}` as const;
  const added: ReleaseAct = {
    at: createdAt,
    operator: publisher,
    action: '新增版本',
    object,
    after: { platform, version, previous, review: platform === 'ios' ? 'waiting' : null, ...(sha256 === null ? {} : { package: sha256 }) },
  };
  const passed: ReleaseAct[] = passedAt
    ? [{ at: passedAt, operator: publisher, action: '设置过审状态', object, before: { review: 'waiting' }, after: { review: 'passed' } }]
    : [];
  return { row, acts: [added, ...passed] };
}

/** Versions appear in the evening of the day on which they were entered. */
function releasedAt(createdAt: Date): Date {
  return new Date(startOfDay(createdAt).getTime() + 20 * hourMs);
}

/** Every sixth name is long, as build machines make them. */
function fileNameOf(version: string, place: number): string {
  return place % 6 === 5
    ? `notary-evidence-android-official-channel-v${version}-build${100 + place}-release-signed.apk`
    : `notary-android-${version}-release.apk`;
}

function textsOf(random: Random, place: number, version: string): { content: string; description: string } {
  const lines = [random.pick(features), random.pick(improvements), ...(place % 3 === 0 ? [random.pick(fixes)] : [])];
  return {
    content: lines
      .map((line, at) => `${at + 1}. ${line}；`)
      .join('\n')
      .replace(/；$/, '。'),
    description:
      `${version}${place % 2 === 0 ? '功能版本' : '修复版本'}，` +
      `测试组回归通过后发布，${random.pick(['灰度三日后全量', '直接全量', '分三批推送'])}。`,
  };
}

const features = [
  '新增网页取证任务进度提醒',
  '新增移动端录屏取证',
  '支持批量查看存证证书',
  '新增公证申请进度查询',
  '支持企业用户在线补充实名资料',
  '新增存证编号扫码核验',
  '支持对公转账凭证上传',
  '新增积分明细按月筛选',
];
const improvements = [
  '优化大文件上传速度，弱网下自动续传',
  '优化拍照存证时的定位精度',
  '优化实名认证拍照指引',
  '优化存证列表加载速度',
  '调整证书页面排版，便于打印',
  '优化录音取证的后台稳定性',
];
const fixes = [
  '修复部分机型相册无法选择原图的问题',
  '修复切换账号后消息未清空的问题',
  '修复录屏结束后偶发闪退的问题',
  '修复时长较长的录音无法播放的问题',
];
