import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { readNtp, type NtpReading } from '../../platform/runtime/ntp.ts';
import { advice, type SystemFinding } from './finding.ts';

/** This machine's clock, compared with its NTP state and the database's clock. */
export async function clockFindings(db: Database): Promise<SystemFinding[]> {
  const ntp = await readNtp();
  const sentAt = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const receivedAt = Date.now();
  const behind = rows[0] ? rows[0].now.getTime() - (sentAt + receivedAt) / 2 : Number.NaN;
  return [ntpFinding(ntp), databaseClockFinding(behind / 1000, (receivedAt - sentAt) / 2000)];
}

export function ntpFinding({ state, source }: Pick<NtpReading, 'state' | 'source'>): SystemFinding {
  const line = { item: 'clock', name: '时钟同步' } as const;
  if (state === 'synchronized') return { ...line, state: 'ok', detail: `kept by NTP (${source})`, text: '已由 NTP 校准' };
  const todo = advice('install chrony, or enable systemd-timesyncd', '安装 chrony，或启用 systemd-timesyncd');
  return state === 'unsynchronized'
    ? { ...line, state: 'bad', detail: `NOT kept by NTP (${source})`, text: '未由 NTP 校准', ...todo }
    : {
        ...line,
        state: 'warn',
        detail: 'neither timedatectl nor chronyc says whether NTP keeps it',
        text: '无法得知是否由 NTP 校准',
        ...todo,
      };
}

/** @param behindSeconds how far the machine's clock is behind the database's; negative if ahead. @param errorSeconds uncertainty. */
export function databaseClockFinding(behindSeconds: number, errorSeconds: number): SystemFinding {
  const line = { item: 'clock of the database', name: '数据库时钟' } as const;
  const apart = Math.abs(behindSeconds);
  const detail = `${apart.toFixed(2)} s ${behindSeconds < 0 ? 'behind' : 'ahead of'} this machine's`;
  const text = `比本机${behindSeconds < 0 ? '慢' : '快'} ${apart.toFixed(2)} 秒`;
  if (apart <= toleranceSeconds + errorSeconds) return { ...line, state: 'ok', detail, text };
  const todo = advice('set the clocks of both machines (NTP): captures wait, and times of evidence are wrong', '校准两台机器的时钟（NTP）');
  return { ...line, state: 'bad', detail, text, ...todo };
}

/** As captures tolerate it without a timestamp authority. */
const toleranceSeconds = 2;
