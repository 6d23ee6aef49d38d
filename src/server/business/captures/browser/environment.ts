import { readdir, readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { ntpTexts } from '../../../../domain/proof/marks/clocks.ts';
import type { BrowserBuild } from './browser-build.ts';
import type { Answer } from '../../../platform/egress/resolver.ts';
import type { NtpReading } from '../../../platform/runtime/ntp.ts';

/** One item that was checked before the page was opened. */
export interface EnvironmentItem {
  readonly item: 'clock' | 'target-clock' | 'hosts' | 'proxy' | 'dns' | 'network' | 'browser' | 'profile';
  readonly name: string;
  /** If a mandatory item fails, the capture ends. */
  readonly mandatory: boolean;
  readonly passed: boolean;
  /** What was compared with what, in one sentence. */
  readonly finding: string;
  /** The machine's raw output, unchanged. */
  readonly raw: string;
}

/** What the check reads; tests substitute other files and settings. */
export interface EnvironmentSources {
  readonly hostsFile: string;
  readonly routeFile: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The database's clock. */
  readonly databaseTime: () => Promise<Date>;
  /** The state of the machine's clock synchronisation. */
  readonly ntp: () => Promise<NtpReading>;
  /** Names of the office's own sites, whose clock may be this machine's. */
  readonly ownHosts: readonly string[];
}

export interface CheckTarget {
  readonly host: string;
  readonly answer: Answer;
  /** Addresses of the office's own sites. */
  readonly ownAddresses: readonly string[];
  readonly profileFolder: string;
  readonly build: BrowserBuild;
  readonly isPrivate: (address: string) => boolean;
  /** Addresses of the machine and its network are captured too; the report says that they are such. */
  readonly allowPrivate: boolean;
  /** A third party's token fixes the time of the capture. A wrong clock is then reported, but does not end the capture (decision 0042). */
  readonly isBracketed: boolean;
}

/** All items, and the clocks that were compared for them. */
export interface CheckedEnvironment {
  readonly items: readonly EnvironmentItem[];
  readonly clocks: ClockReadings;
}

export interface ClockReadings {
  readonly host: Date;
  readonly database: Date;
  readonly ntp: NtpReading;
}

/** The environment check (清洁性检查): all items, in the order of the report. */
export async function checkEnvironment(
  sources: EnvironmentSources,
  { host, answer, ownAddresses, profileFolder, build, isPrivate, allowPrivate, isBracketed }: CheckTarget,
): Promise<CheckedEnvironment> {
  const ntp = await sources.ntp();
  const database = await databaseClock(sources, ntp, isBracketed);
  const items = await Promise.all([
    database.item,
    hosts(sources, host),
    proxy(sources),
    Promise.resolve(dns(host, answer, { isPrivate, allowPrivate, ownHosts: sources.ownHosts, ownAddresses })),
    network(sources),
    Promise.resolve(browser(build)),
    profile(profileFolder),
  ]);
  return { items, clocks: { host: database.host, database: database.time, ntp } };
}

/** The first mandatory item that did not pass. */
export function brokenItem(items: readonly EnvironmentItem[]): EnvironmentItem | undefined {
  return items.find(({ mandatory, passed }) => mandatory && !passed);
}

async function databaseClock(
  { databaseTime }: EnvironmentSources,
  ntp: NtpReading,
  isBracketed: boolean,
): Promise<{ item: EnvironmentItem; host: Date; time: Date }> {
  const asked = Date.now();
  const databaseNow = await databaseTime();
  const answered = Date.now();
  const offsetMs = Math.round((asked + answered) / 2 - databaseNow.getTime());
  const raw = `asked ${iso(asked)}\ndatabase ${databaseNow.toISOString()}\nanswered ${iso(answered)}`;
  const item: EnvironmentItem = {
    item: 'clock',
    name: '系统时钟',
    mandatory: !isBracketed,
    passed: Math.abs(offsetMs) <= clockToleranceMs,
    raw: ntp.source === '' ? raw : `${raw}\n${ntp.source}\n${ntp.raw.trim()}`,
    finding:
      `取证机时钟与数据库服务器时钟比对，相差${offsetMs}毫秒（允许${clockToleranceMs}毫秒），${ntpTexts[ntp.state]}；` +
      `数据库与取证机可能是同一台机器`,
  };
  return { item, host: new Date((asked + answered) / 2), time: databaseNow };
}

/** The headers of an answer that tell its server's clock. */
export interface DateHeaders {
  readonly date: string | null;
  /** Seconds that a cache has kept the answer for, since its `Date`. */
  readonly age: string | null;
}

/** The server's clock when it answered, in milliseconds; null if it told none. A cache adds its age (RFC 9111, 5.1). */
export function answeredAt({ date, age }: DateHeaders): number | null {
  const ms = Date.parse(date ?? '');
  if (Number.isNaN(ms)) return null;
  return ms + (/^\d{1,9}$/.test(age ?? '') ? Number(age) * 1000 : 0);
}

/** The target's clock, from the headers of the answer to the address. */
export function targetClock(headers: DateHeaders, now: number): EnvironmentItem {
  const targetNowMs = answeredAt(headers);
  const age = headers.age === null ? '' : `age: ${headers.age}\n`;
  const raw = `date: ${headers.date ?? ''}\n${age}local: ${iso(now)}`;
  const shared = { item: 'target-clock', name: '目标网站时钟', mandatory: false, raw } as const;
  if (targetNowMs === null) return { ...shared, passed: true, finding: '目标网站没有给出时间，未作比对' };
  const offsetSeconds = Math.round((now - targetNowMs) / 1000);
  const finding = `取证机时钟与目标网站给出的时间比对，相差${offsetSeconds}秒（允许${targetToleranceSeconds}秒，仅供参考）`;
  return { ...shared, passed: Math.abs(offsetSeconds) <= targetToleranceSeconds, finding };
}

async function hosts({ hostsFile }: EnvironmentSources, host: string): Promise<EnvironmentItem> {
  const raw = await readFile(hostsFile, 'utf8').catch((error: unknown) => `${error instanceof Error ? error.message : String(error)}`);
  const entries = raw
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
    .filter((words) => words.length > 1);
  const redirected = host !== 'localhost' && entries.some(([, ...names]) => names.some((name) => name.toLowerCase() === host));
  return {
    item: 'hosts',
    name: '本机域名映射',
    mandatory: true,
    passed: !redirected,
    raw,
    finding: redirected ? `本机域名映射改写了目标域名 ${host}` : `本机域名映射共${entries.length}条，均与目标域名 ${host} 无关`,
  };
}

async function proxy({ environment }: EnvironmentSources): Promise<EnvironmentItem> {
  const settings = Object.entries(environment).filter(
    ([name, value]) => /^(?:https?|all|ftp|socks)_proxy$/i.test(name) && value !== undefined && value !== '',
  );
  return {
    item: 'proxy',
    name: '代理设置',
    mandatory: true,
    passed: settings.length === 0,
    // A proxy's address may contain a password, which must not be published.
    raw: settings.map(([name, value = '']) => `${name}=${value.replace(/\/\/[^/@]*@/, '//***@')}`).join('\n'),
    finding:
      settings.length === 0
        ? '未设置代理环境变量，浏览器经取证程序自带的本机中继访问网络，中继只检查目标地址，逐字节转发'
        : `设置了代理：${settings.map(([name]) => name).join('、')}`,
  };
}

interface DnsRules extends Pick<CheckTarget, 'isPrivate' | 'allowPrivate' | 'ownAddresses'>, Pick<EnvironmentSources, 'ownHosts'> {}

function dns(host: string, { addresses, from }: Answer, { isPrivate, allowPrivate, ...own }: DnsRules): EnvironmentItem {
  const inside = addresses.filter(isPrivate);
  const kept = '，本次取证固定使用该结果';
  const finding =
    addresses.length === 0
      ? `${host} 解析不到地址`
      : inside.length > 0
        ? `${host} 解析到内部网络地址 ${inside.join(', ')}${allowPrivate ? kept : ''}`
        : `${host} 解析到 ${addresses.join(', ')}${ownText(host, addresses, own)}${kept}`;
  return {
    item: 'dns',
    name: '域名解析',
    mandatory: true,
    passed: addresses.length > 0 && (allowPrivate || inside.length === 0),
    finding,
    raw: `server: ${from}\n${addresses.map((address) => `${host} ${address}`).join('\n')}`,
  };
}

/** Says that the target is the office's own site, or has an address of one or of this machine. Empty for others. */
function ownText(host: string, addresses: readonly string[], { ownHosts, ownAddresses }: Pick<DnsRules, 'ownHosts' | 'ownAddresses'>) {
  const name = host.replace(/\.$/, '').toLowerCase();
  if (ownHosts.some((own) => name === own || name.endsWith(`.${own}`))) return '，是出具机构自己的网站';
  const machine = Object.values(networkInterfaces()).flatMap((own) => own?.map(({ address }) => address) ?? []);
  const isOwn = addresses.some((address) => ownAddresses.includes(address) || machine.includes(address));
  return isOwn ? '，与出具机构自己的网站或者取证机的地址相同' : '';
}

async function network({ routeFile }: EnvironmentSources): Promise<EnvironmentItem> {
  const interfaces = networkInterfaces();
  const routes = await readFile(routeFile, 'utf8').catch(() => '');
  const outside = Object.values(interfaces)
    .flat()
    .filter((one) => one !== undefined && !one.internal).length;
  return {
    item: 'network',
    name: '网卡与路由',
    mandatory: false,
    passed: outside > 0,
    finding: `${Object.keys(interfaces).length}个网卡，其中对外地址${outside}个`,
    raw: `${JSON.stringify(interfaces)}\n${routes}`,
  };
}

function browser({ version, path, sha256 }: BrowserBuild): EnvironmentItem {
  return {
    item: 'browser',
    name: '浏览器',
    mandatory: true,
    passed: sha256 !== '',
    finding: `${version}，程序文件 SHA-256 ${sha256}`,
    raw: `${path}\n${version}\n${sha256}`,
  };
}

async function profile(folder: string): Promise<EnvironmentItem> {
  const entries = await readdir(folder);
  return {
    item: 'profile',
    name: '浏览器配置',
    mandatory: true,
    passed: entries.length === 0,
    raw: entries.join('\n'),
    finding: entries.length === 0 ? '使用全新的空配置，无历史记录、Cookie、缓存和扩展' : `配置目录不为空：${entries.length}项`,
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

const clockToleranceMs = 2000;
const targetToleranceSeconds = 300;
