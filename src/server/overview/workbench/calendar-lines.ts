import type { EndingLine } from '../../../contract/console/workbench.ts';
import { dayMs, formatTime } from '../../../domain/kit/text/time.ts';
import type { RecordEnd, RenewalCalendar } from '../../custody/records/calendar.ts';

interface Settings {
  readonly hasAuthority: boolean;
  /** How many days before its end the office's certificate is announced. */
  readonly officeNoticeDays: number;
  readonly now: Date;
}

/** 到期日历: what ends when, and what is done about it, as actionable sentences. Earliest end first. */
export function endingLines(calendar: RenewalCalendar, settings: Settings): EndingLine[] {
  const { ends, officeEndsAt, authorityEndsAt } = calendar;
  const { now, officeNoticeDays } = settings;
  const dated = [
    ...ends.map((end) => recordLine(end, calendar, now)),
    ...(authorityEndsAt
      ? [dateLine('时间戳机构证书', authorityEndsAt, null, now, '由时间戳机构更换；以此证书签发的存证记录在到期前 90 天续期')]
      : []),
    ...(officeEndsAt
      ? [
          dateLine(
            '机构签名证书',
            officeEndsAt,
            new Date(officeEndsAt.getTime() - officeNoticeDays * dayMs),
            now,
            '自制证书自动更换，证书机构签发的须由管理员导入新证书',
          ),
        ]
      : []),
  ].toSorted((a, b) => (a.ends_time < b.ends_time ? -1 : 1));
  return [...waitingLines(calendar, settings), ...dated];
}

function recordLine({ endsAt, renewAt, days, evidence, firstDay, lastDay }: RecordEnd, { error }: RenewalCalendar, now: Date): EndingLine {
  const range = firstDay === lastDay ? firstDay : `${firstDay} 至 ${lastDay}`;
  const held = `${days} 天，${evidence.toLocaleString('en-US')} 件证据`;
  const isDue = renewAt <= now;
  const text = !isDue
    ? `${held}，到期前 90 天自动续期`
    : error === null
      ? `${held}，正在续期`
      : `${held}，续期未成功：时间戳机构暂不能给出新的时间戳`;
  return dateLine(`存证记录（${range}）`, endsAt, renewAt, now, text);
}

function dateLine(name: string, endsAt: Date, renewAt: Date | null, now: Date, text: string): EndingLine {
  const tone = endsAt <= now ? 'failed' : renewAt && renewAt <= now ? 'wait' : 'done';
  return { name, tone, ends_time: formatTime(endsAt), renew_time: renewAt ? formatTime(renewAt) : '', text };
}

/** Records without an end, because they are not finished. */
function waitingLines({ waiting, unread, error, due }: RenewalCalendar, { hasAuthority }: Settings): EndingLine[] {
  const hashes = due.filter(({ what }) => what === 'hashes').length;
  const lines: (EndingLine | null)[] = [
    waiting.length === 0
      ? null
      : undated(
          '待取时间戳的存证记录',
          hasAuthority && error === null ? 'work' : 'wait',
          `${waiting.length} 天的哈希树已生成，${waitsFor(hasAuthority, error)}`,
        ),
    hashes === 0
      ? null
      : undated(
          '待续期的摘要',
          'wait',
          `${hashes} 天的存证记录使用的摘要算法已列为不再可靠，${unread.toLocaleString('en-US')} 个文件待巡检读取后改用 SHA-512`,
        ),
  ];
  return lines.filter((line) => line !== null);
}

function waitsFor(hasAuthority: boolean, error: string | null): string {
  if (!hasAuthority) return '未配置时间戳服务，等待配置';
  return error === null ? '正在取得时间戳' : '时间戳服务暂不可用，正在重试';
}

function undated(name: string, tone: EndingLine['tone'], text: string): EndingLine {
  return { name, tone, ends_time: '', renew_time: '', text };
}
