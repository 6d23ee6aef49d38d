import type { CaptureStatus } from '../../domain/business/rules/capture.ts';
import type { UserType } from '../../domain/business/codes/users.ts';
import { dayMs } from '../../domain/kit/text/time.ts';
import { before, growing, hourMs, type DemoClock } from './clock.ts';
import { itemAt, seeded, type Random } from './random.ts';
import type { DemoUser } from './users.ts';

/** A capture of the demo, with what its page shows. */
export interface DemoCapture {
  readonly number: string;
  readonly user: { readonly id: string; readonly name: string; readonly type: UserType; readonly mobile: string };
  readonly subject: CaptureSubject;
  readonly url: string;
  readonly status: CaptureStatus;
  readonly reason: string;
  readonly createdAt: Date;
  /** When its browser started; null if it never started. */
  readonly begunAt: Date | null;
  readonly endedAt: Date | null;
  /** Salt of `details.json`, 64 hexadecimal digits. */
  readonly salt: string;
}
export interface CaptureSubject {
  readonly name: string;
  readonly label: string;
  /** Name of the invented site. */
  readonly site: string;
  readonly host: string;
  readonly headline: string;
  /** Kind of page. */
  readonly page: 'shop' | 'article' | 'thread' | 'gallery' | 'notice' | 'download' | 'lookUp';
}

/** Captures in every state, oldest first; ids are assigned in this order. Their users had been verified before. */
export function demoCaptures(users: readonly DemoUser[], clock: DemoClock): DemoCapture[] {
  const holders = users.flatMap((user, at) => {
    const approval = user.submissions.find(({ review }) => review?.choice === 'approve')?.review;
    return user.state.status === 'approved' && approval && approval.verifiedAt < before(clock.today, 30 * dayMs)
      ? [{ user, id: String(at + 1), since: approval.verifiedAt }]
      : [];
  });
  const chosen = (['personal', 'enterprise'] as const).flatMap((type) =>
    thinned(
      holders.filter(({ user }) => user.type === type),
      holdersPerType,
    ),
  );
  return statuses
    .flatMap(({ status, count }) => Array.from({ length: count }, () => status))
    .map((status, at) => captureOf(itemAt(chosen, at * 5), status, at, clock))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.number < b.number ? -1 : 1));
}

/** At most `count` of the items, spread over all of them. */
function thinned<T>(items: readonly T[], count: number): T[] {
  return items.filter((_, at) => Math.floor((at * count) / items.length) !== Math.floor(((at - 1) * count) / items.length));
}

const holdersPerType = 12;

const statuses: readonly { readonly status: CaptureStatus; readonly count: number }[] = [
  { status: 'succeeded', count: 42 },
  { status: 'failed', count: 14 },
  { status: 'cancelled', count: 8 },
  { status: 'waiting', count: 2 },
  { status: 'queued', count: 1 },
  { status: 'capturing', count: 1 },
  { status: 'uploading', count: 1 },
];

const reasons = [
  '目标网站返回错误（HTTP 404）',
  '目标网站要求人机验证，未能打开网页',
  '网页打开超时（30秒）',
  '目标网址的域名无法解析',
  '目标网址是文件下载，不是网页',
  '网页内容为空白',
];

function captureOf(
  { user, id, since }: { user: DemoUser; id: string; since: Date },
  status: CaptureStatus,
  at: number,
  clock: DemoClock,
): DemoCapture {
  const random = seeded('captures', at);
  const subject = random.pick(captureSubjects);
  const isOpen = !['succeeded', 'failed', 'cancelled'].includes(status);
  const part = partOf(status, at);
  // Number and address identify the captured page, so the time is drawn from another stream: on every day the same values are drawn here.
  const day = growing(seeded('captures', at, 'time'), new Date(since.getTime() + dayMs), before(clock.today, hourMs));
  const shift = random.int(0, 60);
  const createdAt = part === null ? day : clock.wakingAt(part + shift);
  const hasBegun = !['waiting', 'queued', 'cancelled'].includes(status);
  const beginMs = hasBegun ? random.int(1, 40) * 1000 : null;
  const begunAt = beginMs === null ? null : part !== null && isOpen ? clock.wakingAt(part + 90) : new Date(createdAt.getTime() + beginMs);
  const endedAt = isOpen ? null : new Date((begunAt ?? createdAt).getTime() + random.int(6, 50) * 1000);
  return {
    number: hex(random, 32).toUpperCase(),
    user: { id, name: user.name, type: user.type, mobile: user.mobile },
    subject,
    url: `http://${subject.host}/${random.pick(['item', 'detail', 'p', 'article'])}/${random.int(100_000, 9_999_999)}.html`,
    status,
    reason: status === 'failed' ? random.pick(reasons) : '',
    createdAt,
    begunAt,
    endedAt,
    salt: hex(random, 64),
  };
}

/** The part of today in which a capture was requested; null for an earlier day. A less advanced capture was requested later. */
function partOf(status: CaptureStatus, at: number): number | null {
  const open: Partial<Record<CaptureStatus, number>> = { uploading: 9600, capturing: 9700, queued: 9800, waiting: 9880 };
  return open[status] ?? (at % 30 === 4 ? at * 130 : null);
}

// All hosts are under example.com, which is reserved (RFC 2606).
export const captureSubjects: readonly CaptureSubject[] = [
  {
    name: '网店销售侵权商品页面',
    label: '商标',
    site: '好物集市',
    host: 'mall.example.com',
    headline: '正品同款 保温杯 大容量便携',
    page: 'shop',
  },
  {
    name: '公众号文章抄袭页面',
    label: '著作权',
    site: '每日文摘',
    host: 'read.example.com',
    headline: '十个让效率翻倍的办公习惯',
    page: 'article',
  },
  {
    name: '擅自使用企业名称的宣传页',
    label: '不正当竞争',
    site: '行业速览',
    host: 'info.example.com',
    headline: '本地装修公司口碑排行',
    page: 'article',
  },
  { name: '论坛侮辱性帖子', label: '名誉权', site: '城市论坛', host: 'bbs.example.com', headline: '说说我遇到的那家店', page: 'thread' },
  {
    name: '未经许可使用的摄影作品',
    label: '著作权',
    site: '图库之家',
    host: 'photo.example.com',
    headline: '雪山日出高清壁纸下载',
    page: 'gallery',
  },
  {
    name: '虚假宣传商品详情',
    label: '消费维权',
    site: '健康优选',
    host: 'shop.example.com',
    headline: '三天见效 植物精华饮',
    page: 'shop',
  },
  {
    name: '招标结果公示页面',
    label: '招投标',
    site: '公共资源公示',
    host: 'bid.example.com',
    headline: '关于设备采购项目中标结果的公示',
    page: 'notice',
  },
  {
    name: '专利产品许诺销售页面',
    label: '专利',
    site: '工业品批发',
    host: 'trade.example.com',
    headline: '可折叠支架 厂家直供 支持定制',
    page: 'shop',
  },
  {
    name: '网络借贷平台公告',
    label: '金融借贷',
    site: '便民金融',
    host: 'loan.example.com',
    headline: '关于调整还款方式的公告',
    page: 'notice',
  },
  {
    name: '软件下载站侵权页面',
    label: '著作权',
    site: '软件下载吧',
    host: 'soft.example.com',
    headline: '绘图大师 破解版 免费下载',
    page: 'download',
  },
  { name: '域名备案信息页面', label: '', site: '备案查询', host: 'icp.example.com', headline: '域名备案信息查询结果', page: 'lookUp' },
  {
    name: '直播带货商品链接页',
    label: '消费维权',
    site: '直播好店',
    host: 'live.example.com',
    headline: '直播间专属 蚕丝被 限时秒杀',
    page: 'shop',
  },
];

function hex(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => random.int(0, 16).toString(16)).join('');
}
