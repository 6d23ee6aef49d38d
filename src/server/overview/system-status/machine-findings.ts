import { access, constants, readFile, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { rootRule, rootWarnings } from '../../business/captures/browser/sandbox.ts';
import { bundledWarning } from '../../platform/db/bundled-libraries.ts';
import { findChromium } from '../../platform/media/chromium.ts';
import { build, buildText } from '../../platform/runtime/build.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { advice, type SystemFinding } from './finding.ts';

export function versionFindings(): SystemFinding[] {
  const version = build.commit === null ? build.version : `${build.version}（${build.commit.slice(0, 8)}）`;
  return [{ item: 'release', name: '系统版本', state: 'ok', detail: buildText(), text: version }, nodeFinding(process.version, new Date())];
}

/** Whether the release of Node still gets corrections. @param version `v22.11.0` */
export function nodeFinding(version: string, now: Date): SystemFinding {
  const line = { item: 'node', name: 'Node.js' };
  const ended = nodeEnds[Number(/^v(\d+)\./.exec(version)?.[1])];
  if (ended === undefined || now < new Date(`${ended}T24:00:00Z`)) return { ...line, state: 'ok', detail: version, text: version };
  return {
    ...line,
    state: 'warn',
    detail: `${version} has had no security corrections since ${ended}`,
    text: `${version} 自 ${ended} 起不再有安全更新`,
    ...advice(`install Node ${recommendedNode} and restart`, `安装 Node.js ${recommendedNode} 后重启`),
  };
}

/** The last day of each release with long-term support. Source: github.com/nodejs/release, schedule.json. */
const nodeEnds: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
};
const recommendedNode = 22;

/** The disks of the data folder and of temporary files. */
export async function diskFindings({ dataDir }: Pick<Config, 'dataDir'>): Promise<SystemFinding[]> {
  const places = [
    { item: 'disk', name: '数据磁盘', folder: await nearest(resolve(dataDir)) },
    { item: 'disk of temporary files', name: '临时文件磁盘', folder: tmpdir() },
  ];
  return Promise.all(
    places.map(async ({ folder, ...line }) => {
      const { bavail, blocks, bsize } = await statfs(folder);
      const isWritable = await access(folder, constants.W_OK).then(
        () => true,
        () => false,
      );
      return diskFinding(line, { folder, freeBytes: bavail * bsize, sizeBytes: blocks * bsize, isWritable });
    }),
  );
}

interface Disk {
  readonly folder: string;
  readonly freeBytes: number;
  readonly sizeBytes: number;
  readonly isWritable: boolean;
}

export function diskFinding(line: Pick<SystemFinding, 'item' | 'name'>, { folder, freeBytes, sizeBytes, isWritable }: Disk): SystemFinding {
  const share = sizeBytes > 0 ? freeBytes / sizeBytes : 0;
  const free = `${(freeBytes / 2 ** 30).toFixed(1)} GB`;
  const percent = `${Math.floor(share * 100)}%`;
  if (!isWritable)
    return {
      ...line,
      state: 'bad',
      detail: `${folder} cannot be written`,
      text: `${folder} 不可写`,
      ...advice(
        'give it to the user of the server, and look whether the disk is mounted read-only',
        '检查目录的所有者，以及磁盘是否以只读方式挂载',
      ),
    };
  const finding = { ...line, detail: `${free} of ${folder} are free (${percent})`, text: `${folder} 剩余 ${free}（${percent}）` };
  const todo = advice('make the disk larger, or move files to S3 (STORAGE_URL)', '扩大磁盘，或将文件迁移到 S3（STORAGE_URL）');
  if (share < 0.05 || freeBytes < 2 ** 30) return { ...finding, state: 'bad', ...todo };
  return share < 0.15 ? { ...finding, state: 'warn', ...todo } : { ...finding, state: 'ok' };
}

/** The nearest existing folder: a data folder that does not exist yet will be created on its disk. */
async function nearest(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

/** Chromium, and the sandbox that contains a page which breaks out of it. */
export async function browserFindings(config: Pick<Config, 'captures' | 'production'>): Promise<SystemFinding[]> {
  const path = await findChromium(config.captures.chromiumPath);
  const rule = rootRule(config);
  const warning = rootWarnings[rule];
  const browser: SystemFinding =
    path === null
      ? {
          item: 'browser',
          name: '取证浏览器',
          state: 'bad',
          detail: 'no Chromium or Chrome found, web captures wait',
          text: '未找到 Chromium，网页取证任务将一直等待',
          ...advice(
            'on Debian: apt-get install chromium fonts-noto-cjk, or set CHROMIUM_PATH',
            '在 Debian 上执行 apt-get install chromium fonts-noto-cjk，或设置 CHROMIUM_PATH',
          ),
        }
      : { item: 'browser', name: '取证浏览器', state: 'ok', detail: path, text: path };
  if (path === null) return [browser];
  if (warning !== null)
    return [
      browser,
      {
        item: 'browser sandbox',
        name: '浏览器沙箱',
        state: rule === 'refused' ? 'bad' : 'warn',
        detail: warning,
        text: rule === 'refused' ? '以 root 运行，浏览器没有沙箱，网页取证已停用' : '以 root 运行，浏览器没有沙箱',
        ...advice('run the worker as a user of its own', '以专用的非 root 用户运行取证进程'),
      },
    ];
  return [browser, await sandboxFinding(path)];
}

/** A user other than root needs user namespaces, or Chromium's setuid helper. */
async function sandboxFinding(chromium: string): Promise<SystemFinding> {
  const line = { item: 'browser sandbox', name: '浏览器沙箱' } as const;
  const read = async (path: string) =>
    readFile(path, 'utf8').then(
      (text) => text.trim(),
      () => null,
    );
  const [debian, most, apparmor] = await Promise.all([
    read('/proc/sys/kernel/unprivileged_userns_clone'),
    read('/proc/sys/user/max_user_namespaces'),
    read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns'),
  ]);
  const helper = await access(join(dirname(chromium), 'chrome-sandbox'), constants.X_OK).then(
    () => true,
    () => false,
  );
  if ((debian !== '0' && most !== '0' && apparmor !== '1') || helper)
    return { ...line, state: 'ok', detail: helper ? 'its own helper' : 'namespaces of users', text: '可用' };
  return {
    ...line,
    state: 'bad',
    detail: 'the kernel gives users no namespaces, and there is no chrome-sandbox beside the browser',
    text: '内核未对普通用户开放命名空间，浏览器沙箱无法启动',
    ...advice(
      'sysctl kernel.unprivileged_userns_clone=1, or install chromium-sandbox',
      '执行 sysctl kernel.unprivileged_userns_clone=1，或安装 chromium-sandbox',
    ),
  };
}

/** Reported everywhere; a fault in production. */
export async function libraryFindings({
  production,
  databaseUrl,
  postgresBin,
}: Pick<Config, 'production' | 'databaseUrl' | 'postgresBin'>): Promise<SystemFinding[]> {
  if (databaseUrl !== undefined || postgresBin !== undefined) return [];
  return [
    {
      item: 'database libraries',
      name: '内置数据库组件',
      state: production ? 'bad' : 'warn',
      detail: await bundledWarning(),
      text: '使用内置 PostgreSQL，其组件不再获得安全更新，仅供试用',
      ...advice('set DATABASE_URL or POSTGRES_BIN', '设置 DATABASE_URL 或 POSTGRES_BIN，使用系统维护的 PostgreSQL'),
    },
  ];
}
