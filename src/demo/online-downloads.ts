import type { OnlineKind } from '../domain/business/codes/online-evidence.ts';
import { demoAccounts } from '../server/access/session/demo-accounts.ts';
import type { StoredCapture } from './capture-rows.ts';
import type { DemoClock } from './data/clock.ts';
import { officeIp } from './data/operator-logins.ts';
import { itemAt, seeded } from './data/random.ts';
import type { Row, TrailRow } from './data/row.ts';
import type { StoredRecording } from './recording-rows.ts';

interface OnlineEvidence {
  readonly number: string;
  readonly kind: OnlineKind;
  readonly endedAt: Date;
  /** Of its main file. */
  readonly sha256: string;
}

/** Succeeded captures and recordings. */
export function onlineEvidence(captures: readonly StoredCapture[], recordings: readonly StoredRecording[]): OnlineEvidence[] {
  return [
    ...captures.flatMap(({ capture: { number, endedAt }, stored }) =>
      stored && endedAt ? [{ number, kind: 'web' as const, endedAt, sha256: stored.files[0]?.sha256 ?? '' }] : [],
    ),
    ...recordings.flatMap(({ recording: { number, type, endedAt }, stored, sha256 }) =>
      stored ? [{ number, kind: type, endedAt, sha256 }] : [],
    ),
  ].toSorted((a, b) => a.endedAt.getTime() - b.endedAt.getTime());
}

/**
 * Notaries download some of it after they signed in, now and then several pieces at once.
 * @param lastId of the rows that are there already.
 */
export function onlineDownloads(
  evidence: readonly OnlineEvidence[],
  logins: readonly Row<'admin_login'>[],
  lastId: number,
  clock: DemoClock,
): { rows: Row<'download_history'>[]; trail: TrailRow[] } {
  const acts = logins
    .flatMap(({ account_id, login_time: time, result }, index) => {
      const operator = demoAccounts.operators.find(({ id, accepts }) => accepts && id === account_id);
      const random = seeded('online download', index);
      if (!operator || !time || time >= clock.today || result !== 'success') return [];
      const kind = random.pick(['web', 'process', 'move'] as const);
      const there = evidence.filter((one) => one.kind === kind && one.endedAt < time).slice(-20);
      const isBatch = random.chance(15);
      const first = random.int(0, Math.max(1, there.length - 4));
      const taken = there.slice(first, first + (isBatch ? random.int(2, 5) : 1));
      if (taken.length === 0 || !random.chance(45)) return [];
      return [{ at: new Date(time.getTime() + random.int(300, 6 * 3600) * 1000), operator, kind, taken, isBatch: taken.length > 1 }];
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const rows = acts.flatMap(({ at, operator, kind, taken, isBatch }) =>
    taken.map(({ number }) => ({ type: kind, number, is_batch: isBatch, account_id: operator.id, operator: operator.realname, at })),
  );
  return {
    rows: rows.map((row, at) => ({ id: String(lastId + 1 + at), ...row })),
    trail: acts.map(({ at, operator, kind, taken, isBatch }) => ({
      at,
      actor_kind: 'operator' as const,
      actor_id: operator.id,
      actor_name: operator.realname,
      ip: officeIp,
      before: null,
      ...downloadAct(kind, taken, isBatch),
    })),
  };
}

function downloadAct(kind: OnlineKind, taken: readonly OnlineEvidence[], isBatch: boolean): Pick<TrailRow, 'action' | 'object' | 'after'> {
  const numbers = taken.map(({ number }) => number);
  if (isBatch) return { action: '批量下载取证', object: `evidence/${kind}`, after: { numbers, missing: [] } };
  const { number, sha256 } = itemAt(taken, 0);
  return kind === 'web'
    ? { action: '下载网页取证', object: `capture/${number}`, after: { sha256 } }
    : { action: '下载取证', object: `evidence/${number}`, after: { sha256 } };
}
