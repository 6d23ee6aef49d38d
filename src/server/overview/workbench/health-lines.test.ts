import { expect, it } from 'vitest';
import type { CustodyHealth } from '../../custody/audit/health.ts';
import { healthLines } from './health-lines.ts';

const at = new Date('2026-11-01T18:00:00+08:00');
const signedAt = new Date('2026-11-01T17:59:58+08:00');
const well: CustodyHealth = {
  at,
  log: { pending: 0, oldestPendingAt: null, checkpoint: { size: 12_345, signedAt } },
  timestamps: { uncovered: 0, lastAt: signedAt, error: null, failingSince: null },
  evidenceTimestamps: { uncovered: 0, lastAt: null, error: null, failingSince: null },
  chain: { uncovered: 0, lastAt: signedAt, error: null, failingSince: null, failed: 0, isCapped: false },
  scrub: { objects: 9, unchecked: 0, damaged: 0, missing: 0, unreadable: 0, due: 0, ahead: 0, oldestCheckAt: signedAt },
  witnesses: { quorum: null, threshold: null, witnesses: [], cosigned: null, openForks: 0 },
  sm2: { waiting: 0, oldestAt: null },
  office: { origin: 'imported', endsAt: new Date('2027-11-01T18:00:00+08:00') },
  records: {
    days: 30,
    daysWithout: 0,
    oldestWithout: null,
    waitingRenewals: 0,
    nextRenewalAt: new Date('2029-01-01T18:00:00+08:00'),
    endsAt: new Date('2029-04-01T18:00:00+08:00'),
    error: null,
    failingSince: null,
  },
  restoreDrill: { at: new Date('2026-10-20T03:10:00+08:00'), hasSucceeded: true },
  queues: { trail: 0, listDeltas: 0, events: 0 },
};
const all = { timestamps: true, evidenceTimestamps: false, chain: true, secondTrack: false, officeNoticeDays: 60 };
const line = (health: CustodyHealth, at: number) =>
  Object.values(healthLines(health, all)[at] ?? {})
    .slice(1)
    .join(' ');

it('counts a witness that has two keys once', () => {
  const key = { vkey: '', state: 'cosigned' as const, size: 12, cosignedAt: signedAt, error: null, failingSince: null, conflicts: 0 };
  const keysAt = (url: string) => [
    { ...key, url, name: `${url}-1`, type: 'cosignature-ed25519' as const },
    { ...key, url, name: `${url}-2`, type: 'cosignature-ml-dsa-44' as const },
  ];
  const witnesses = { ...well.witnesses, witnesses: ['https://a.example', 'https://b.example'].flatMap(keysAt) };
  expect(healthLines({ ...well, witnesses }, all)[5]?.text).toBe('正在请 2 个见证方共同签名');
  const cosigned = { size: 12, signedAt };
  expect(healthLines({ ...well, witnesses: { ...witnesses, cosigned } }, all)[5]?.text).toMatch(/^2 个见证方，最近共同签名的检查点 /);
});

it('says that all is well, and since when', () => {
  expect(healthLines(well, all).map(({ name, tone }) => [name, tone])).toEqual([
    ['存证日志', 'done'],
    ['可信时间戳', 'done'],
    ['区块链锚定', 'done'],
    ['文件巡检', 'done'],
    ['机构证书', 'done'],
    ['见证', 'over'],
    ['存证记录', 'done'],
    ['恢复演练', 'done'],
  ]);
  const ofEvidence = { ...well, evidenceTimestamps: { uncovered: 3, lastAt: null, error: 'late', failingSince: at } };
  expect(healthLines(ofEvidence, { ...all, evidenceTimestamps: true })[2]).toEqual({
    name: '证据时间戳',
    tone: 'wait',
    text: '时间戳服务暂不可用，正在重试，3 件证据待确认',
  });
  const signing = { ...all, secondTrack: true };
  const sm2 = (waiting: number, waitedMs: number) =>
    healthLines({ ...well, sm2: { waiting, oldestAt: waiting > 0 ? new Date(at.getTime() - waitedMs) : null } }, signing)[5];
  expect([sm2(0, 0), sm2(2, 3000), sm2(1200, 4_000_000), sm2(1, 90_000_000)]).toEqual([
    { name: '国密签名', tone: 'done', text: '没有等待补签的文件' },
    { name: '国密签名', tone: 'work', text: '2 份文件正在补签' },
    { name: '国密签名', tone: 'wait', text: '国密签名服务没有应答，1,200 份文件等待补签，最早的已等 66 分钟' },
    { name: '国密签名', tone: 'wait', text: '国密签名服务没有应答，1 份文件等待补签，最早的已等 25 小时' },
  ]);
  expect(line(well, 0)).toBe('done 已入链 12,345 条，最近检查点 2026-11-01 17:59:58');
  const noChain = (pending: number) => healthLines({ ...well, log: { ...well.log, pending } }, { ...all, chain: false })[0]?.text;
  expect(noChain(0)).toBe('已写入日志 12,345 条，最近检查点 2026-11-01 17:59:58');
  expect(noChain(3)).toMatch(/3 条正在写入日志$/);
});

it.each<[string, Partial<CustodyHealth>, number, RegExp]>([
  [
    'entries on their way',
    { log: { ...well.log, pending: 3, oldestPendingAt: new Date(at.getTime() - 3000) } },
    0,
    /^work .*3 条正在入链$/,
  ],
  [
    'entries that are late',
    { log: { ...well.log, pending: 3, oldestPendingAt: new Date(at.getTime() - 600_000) } },
    0,
    /^failed 3 条等待入链，最早的已等 10 分钟/,
  ],
  [
    'a checkpoint whose time lies ahead of the clock',
    { log: { ...well.log, checkpoint: { size: 1, signedAt: new Date(at.getTime() + 3_600_000) } } },
    0,
    /^failed 最近检查点的时间 2026-11-01 19:00:00 晚于当前时间/,
  ],
  [
    'one that another machine signed a second ahead',
    { log: { ...well.log, checkpoint: { size: 1, signedAt: new Date(at.getTime() + 1000) } } },
    0,
    /^done /,
  ],
  ['a log without a checkpoint', { log: { pending: 0, oldestPendingAt: null, checkpoint: null } }, 0, /^over 尚无存证$/],
  [
    'a checkpoint to be stamped',
    { timestamps: { uncovered: 2, lastAt: null, error: null, failingSince: null } },
    1,
    /^work 2 个检查点待确认$/,
  ],
  [
    'an authority that does not answer',
    { timestamps: { uncovered: 2, lastAt: signedAt, error: 'ECONNREFUSED', failingSince: at } },
    1,
    /^wait 时间戳服务暂不可用.*2026-11-01 17:59:58$/,
  ],
  [
    'an anchor at its highest bid',
    { chain: { ...well.chain, uncovered: 2, isCapped: true } },
    2,
    /^wait 交易出价已达上限，仍未被区块链收录，2 个检查点待确认$/,
  ],
  ['a transaction that failed', { chain: { ...well.chain, uncovered: 2, failed: 1 } }, 2, /^wait 1 笔上链交易执行失败/],
  ['a damaged file', { scrub: { ...well.scrub, damaged: 1 } }, 3, /^failed 发现 1 个文件损坏/],
  ['files that could not be read', { scrub: { ...well.scrub, unreadable: 2 } }, 3, /^wait 2 个/],
  ['files looked at by a clock that was ahead', { scrub: { ...well.scrub, ahead: 3 } }, 3, /^wait 3 个.*时钟/],
  [
    'a certificate of the office that ends in a month',
    { office: { origin: 'imported', endsAt: new Date(at.getTime() + 30.5 * 86_400_000) } },
    4,
    /^wait 证书机构签发，将于 2026-12-02 06:00:00 到期，还有 30 天，须由系统管理员更换$/,
  ],
  [
    'one that ends tomorrow',
    { office: { origin: 'made', endsAt: new Date(at.getTime() + 86_400_000) } },
    4,
    /^failed 本处自制，.*还有 1 天/,
  ],
  ['an office without one', { office: null }, 4, /^over 尚未生成$/],
  ['records that all are there', {}, 6, /^done 30 天的存证均有存证记录，下次续期自 2029-01-01 起$/],
  [
    'a day whose record waits',
    { records: { ...well.records, daysWithout: 1, oldestWithout: '2026-10-31' } },
    6,
    /^work 1 份存证记录待签发/,
  ],
  [
    'a day whose record waits for an authority that is down',
    { records: { ...well.records, daysWithout: 1, oldestWithout: '2026-10-31', error: 'ECONNREFUSED', failingSince: at } },
    6,
    /^wait 时间戳服务暂不可用，正在重试，1 份/,
  ],
  [
    'days that have no record at all',
    { records: { ...well.records, daysWithout: 9, oldestWithout: '2026-10-23' } },
    6,
    /^failed 自 2026-10-23 起有 9 天的存证没有存证记录，须由系统管理员处理$/,
  ],
  [
    'a renewal that is late',
    { records: { ...well.records, nextRenewalAt: new Date('2026-10-01T18:00:00+08:00'), endsAt: new Date('2026-12-30T18:00:00+08:00') } },
    6,
    /^wait 存证记录应自 2026-10-01 起续期，尚未续期，时间戳机构证书将于 2026-12-30 到期$/,
  ],
  ['an office without records', { records: { ...well.records, days: 0, nextRenewalAt: null, endsAt: null } }, 6, /^over 尚无存证记录/],
  ['files not looked at', { scrub: { ...well.scrub, unchecked: 4 } }, 3, /^work 4 个/],
])('tells of %s', (_case, change, at, text) => {
  expect(line({ ...well, ...change }, at)).toMatch(text);
});

it.each<[string, CustodyHealth['restoreDrill'], RegExp]>([
  ['none', null, /^over 尚无恢复演练的记录$/],
  ['one that succeeded', well.restoreDrill, /^done 最近一次恢复演练成功，2026-10-20 03:10:00$/],
  ['one of long ago', { at: new Date('2026-08-01T03:10:00+08:00'), hasSucceeded: true }, /^wait .*须由系统管理员再次演练$/],
  ['one that failed', { at, hasSucceeded: false }, /^failed 最近一次恢复演练失败/],
])('tells of a restore drill: %s', (_what, restoreDrill, words) => {
  expect(line({ ...well, restoreDrill }, 7)).toMatch(words);
});
