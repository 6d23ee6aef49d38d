import type { RecordingKind } from '../domain/business/codes/online-evidence.ts';
import type { UserType } from '../domain/business/codes/users.ts';
import type { OnlineStatus } from '../domain/business/rules/online-status.ts';
import { dayMs } from '../domain/kit/text/time.ts';
import type { Device } from '../server/platform/db/json.ts';
import { before, between, growing, hourMs, type DemoClock } from './data/clock.ts';
import { itemAt, seeded, type Random } from './data/random.ts';
import { deviceOf } from './devices.ts';
import type { RecordedFile } from './files/recording-files.ts';
import type { DemoUser } from './data/users.ts';

/** A recording of the demo, with what makes its file. */
export interface DemoRecording {
  readonly number: string;
  readonly user: { readonly id: string; readonly name: string; readonly type: UserType; readonly mobile: string };
  readonly type: RecordingKind;
  readonly name: string;
  readonly label: string;
  readonly status: OnlineStatus;
  readonly reason: string;
  readonly file: RecordedFile;
  readonly device: Device | null;
  readonly beginAt: Date;
  /** When its upload began; null while it is recorded, and if it was never uploaded. */
  readonly uploadedAt: Date | null;
  /** When it reached its status. */
  readonly endedAt: Date;
  /** Salt of `details.json`, 64 hexadecimal digits. */
  readonly salt: string;
}

/** Recordings of both types in every state, earliest start first; ids are assigned in this order. Their users had been verified before. */
export function demoRecordings(users: readonly DemoUser[], clock: DemoClock): DemoRecording[] {
  const holders = users.flatMap((user, at) => {
    const approval = user.submissions.find(({ review }) => review?.choice === 'approve')?.review;
    return user.state.status === 'approved' && approval && approval.verifiedAt < before(clock.today, 60 * dayMs)
      ? [{ user, id: String(at + 1), since: approval.verifiedAt }]
      : [];
  });
  const chosen = (['personal', 'enterprise'] as const).flatMap((type) =>
    holders.filter(({ user }) => user.type === type).slice(0, holdersPerType),
  );
  const drafts = (['process', 'move'] as const).flatMap((type) =>
    statuses.flatMap(({ status, count }) => Array.from({ length: count }, () => ({ type, status }))),
  );
  return drafts
    .map(({ type, status }, at) => recordingOf(itemAt(chosen, at * 7), type, status, at, clock))
    .toSorted((a, b) => a.beginAt.getTime() - b.beginAt.getTime() || (a.number < b.number ? -1 : 1));
}

const holdersPerType = 14;

// Counts per type.
const statuses: readonly { readonly status: OnlineStatus; readonly count: number }[] = [
  { status: 'succeeded', count: 44 },
  { status: 'failed', count: 11 },
  { status: 'cancelled', count: 7 },
  { status: 'uploading', count: 4 },
  { status: 'running', count: 3 },
];

function recordingOf(
  { user, id, since }: { user: DemoUser; id: string; since: Date },
  type: RecordingKind,
  status: OnlineStatus,
  at: number,
  clock: DemoClock,
): DemoRecording {
  const random = seeded('recordings', at);
  const number = hex(random, 32).toUpperCase();
  const file = fileOf(random, type, status, number);
  const { name, label } = random.pick(subjects[type]);
  const part = partOf(random, status, at);
  const until = before(clock.today, status === 'cancelled' ? 3 * dayMs : hourMs);
  // An upload may rest for a day or two; a recording without its file is cancelled after a day.
  const openDays: Partial<Record<OnlineStatus, number>> = { uploading: 3, running: 0.5 };
  const days = openDays[status];
  const beginAt =
    part !== null
      ? clock.wakingAt(part)
      : days === undefined
        ? growing(random, new Date(since.getTime() + 2 * dayMs), until)
        : between(random, before(until, days * dayMs), until);
  const recordedAt = new Date(beginAt.getTime() + (file.seconds ?? 3) * 1000);
  const uploadedAt =
    status === 'running' || status === 'cancelled'
      ? null
      : new Date(recordedAt.getTime() + random.int(20, part === null ? 400 : 40) * 1000);
  const endedAt =
    status === 'cancelled'
      ? new Date(beginAt.getTime() + dayMs)
      : status === 'running'
        ? beginAt
        : new Date((uploadedAt ?? recordedAt).getTime() + random.int(3, part === null ? 90 : 20) * 1000);
  return {
    number,
    user: { id, name: user.name, type: user.type, mobile: user.mobile },
    type,
    name,
    label,
    status,
    reason:
      status === 'failed'
        ? file.kind === 'text'
          ? '文件类型不支持'
          : '文件与声明的SHA-256不一致'
        : status === 'cancelled'
          ? '24小时内未收到文件'
          : '',
    file,
    device: type === 'move' ? deviceOf(id, beginAt, clock) : null,
    beginAt,
    uploadedAt,
    endedAt,
    salt: hex(random, 64),
  };
}

/** The part of today in which the recording began; null for an earlier day. Of those still recorded or uploaded, a few began today. */
function partOf(random: Random, status: OnlineStatus, at: number): number | null {
  if (status === 'running') return at % 3 === 0 ? random.int(9300, 9900) : null;
  if (status === 'uploading') return at % 3 === 0 ? random.int(8000, 9000) : null;
  return status === 'succeeded' && at % 30 === 6 ? random.int(0, 9000) : null;
}

/** A process recording is a film of the screen; a phone also records sound and pictures. */
function fileOf(random: Random, type: RecordingKind, status: OnlineStatus, number: string): RecordedFile {
  if (status === 'failed' && random.chance(40)) return { kind: 'text', number, seconds: null };
  const kind = type === 'process' ? 'film' : random.pick(['film', 'film', 'sound', 'picture'] as const);
  // More short ones than long ones. Sound is stored sample by sample, so it stays short.
  const seconds = Math.min(random.int(24, 420), random.int(24, 420));
  return { kind, number, seconds: kind === 'film' ? seconds : kind === 'sound' ? random.int(8, 45) : null };
}

const subjects: Record<RecordingKind, readonly { name: string; label: string }[]> = {
  process: [
    { name: '侵权商品网店浏览过程', label: '知识产权' },
    { name: '直播间虚假宣传录屏', label: '不正当竞争' },
    { name: '微信聊天记录核对过程', label: '合同纠纷' },
    { name: '短视频搬运账号浏览过程', label: '著作权' },
    { name: '线上购物及支付全过程', label: '消费维权' },
    { name: '电子邮件往来查阅过程', label: '合同纠纷' },
    { name: '游戏外挂购买过程', label: '知识产权' },
    { name: '网络借贷平台还款记录', label: '金融借贷' },
    { name: '论坛侮辱性言论浏览过程', label: '名誉权' },
    { name: '域名跳转与备案信息查询', label: '知识产权' },
    { name: '招投标公示页面查阅过程', label: '招投标' },
    { name: '软件著作权侵权下载过程', label: '著作权' },
  ],
  move: [
    { name: '装修现场墙面渗水情况', label: '房屋质量' },
    { name: '交通事故现场', label: '交通事故' },
    { name: '商铺门头招牌使用情况', label: '商标' },
    { name: '与施工方现场沟通录音', label: '合同纠纷' },
    { name: '快递外包装破损情况', label: '消费维权' },
    { name: '租赁房屋交接现状', label: '房屋租赁' },
    { name: '噪声扰民现场', label: '相邻关系' },
    { name: '展会侵权展品', label: '知识产权' },
    { name: '电话催收通话录音', label: '金融借贷' },
    { name: '仓库货物盘点情况', label: '买卖合同' },
    { name: '工地停工现场', label: '建设工程' },
    { name: '宠物医院诊疗沟通', label: '消费维权' },
  ],
};

function hex(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => random.int(0, 16).toString(16)).join('');
}
