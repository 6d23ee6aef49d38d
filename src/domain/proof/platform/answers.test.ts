import { expect, it } from 'vitest';
import { availabilityAnswer, credentialAnswer, reliabilityAnswer } from './answers.ts';
import type { CredentialFinding } from './credential-findings.ts';
import { parsePlatformFigures, type PlatformFigures } from './figures.ts';

const licence: CredentialFinding = {
  kind: 'licence',
  name: '公证机构执业证',
  number: '样例-1',
  issuer: '样例省司法厅',
  validFrom: '2024-01-01',
  validUntil: '2025-12-31',
  atEvidence: 'valid',
  now: 'valid',
  nowUntil: '2025-12-31',
  isRecordedLater: false,
  picture: 'credential-1.jpg',
};
const protection: CredentialFinding = { ...licence, kind: 'protection', number: '样例-2' };
const licenceText = '公证机构执业许可证（编号 样例-1，样例省司法厅，有效期 2024-01-01 至 2025-12-31）存证时有效，现在';

it.each<[string, readonly CredentialFinding[] | null, string, string]>([
  ['are all valid', [licence, protection], '无法判断', `${licenceText}有效；网络安全等级保护`],
  ['ended since then', [{ ...licence, now: 'ended' }, protection], '无法判断', `${licenceText}已到期`],
  ['had ended then', [{ ...licence, atEvidence: 'ended' }, protection], '不成立', '存证时已到期'],
  ['began since then', [{ ...licence, atEvidence: 'early' }, protection], '无法判断', '存证时尚未生效'],
  [
    'had ended then, beside one that began since',
    [
      { ...licence, atEvidence: 'ended' },
      { ...licence, atEvidence: 'early' },
    ],
    '不成立',
    '已到期',
  ],
  ['are not all there', [licence], '无法判断', '没有登记网络安全等级保护'],
  ['were written down later', [{ ...licence, isRecordedLater: true }, protection], '无法判断', '在存证之后登记'],
  ['the office typed itself', [licence, protection], '无法判断', '由出具机构自行登记，未经核验'],
  ['are in no list', null, '无法判断', '没有写入日志的机构资质清单'],
])('credentials that %s', (_case, findings, finding, text) => {
  const answer = credentialAnswer(findings, ['licence', 'protection']);
  expect([answer.finding, answer.text]).toEqual([finding, expect.stringContaining(text)]);
  expect(answer.text.match(/。/g)?.length).toBe(1);
});

const figures: PlatformFigures = {
  measuredAt: '2026-11-23T04:00:00.000Z',
  scrub: { lastAt: '2026-11-23T03:00:00.000Z', allSince: '2026-11-01T00:00:00.000Z', objects: 100, unchecked: 0, faults: 0 },
  restoreDrill: { at: '2026-11-02T00:00:00.000Z', hasSucceeded: true },
  longestGap: { seconds: 3725, endedAt: '2026-11-03T00:00:00.000Z', checkpoints: 9 },
  failedAnchor: null,
};

it('says how reliable the keeping is, and what was not measured', () => {
  const scrub = { ...figures.scrub, lastAt: null, allSince: null, objects: 100, unchecked: 0, faults: 0 };
  expect(reliabilityAnswer(figures)).toMatchObject({ finding: '无法判断', text: expect.stringContaining('自行测量，未经核验') as string });
  expect(reliabilityAnswer({ ...figures, scrub: { ...scrub, faults: 1 } })).toMatchObject({ finding: '不成立' });
  expect(reliabilityAnswer({ ...figures, restoreDrill: { at: figures.measuredAt, hasSucceeded: false } }).finding).toBe('不成立');
  expect(reliabilityAnswer({ ...figures, restoreDrill: null }).text).toContain('没有用备份恢复的演练记录');
  expect(reliabilityAnswer({ ...figures, scrub: { ...scrub, unchecked: 100 } }).text).toBe(
    '截至 2026-11-23 12:00:00（北京时间），保存的文件约 100 个，其中从未重新读取核对的 100 个，损坏或缺失的 0 个；' +
      '最近一次用备份恢复的演练在 2026-11-02 08:00:00（北京时间），成功；' +
      '由出具机构自行测量，未经核验，须由测评机构测评，或者由法院调取运行记录。',
  );
  for (const unknown of [null, { ...figures, scrub: null }, { ...figures, scrub }, { ...figures, restoreDrill: null }])
    expect(reliabilityAnswer(unknown).finding).toBe('无法判断');
});

it('says how long the log rested, only of the time that it covers, and claims nothing of a longer rest', () => {
  const gap = { seconds: 3725, endedAt: '2026-11-03T00:00:00.000Z', checkpoints: 9, since: '2025-11-23T16:00:00.000Z' };
  const of = (change: Partial<typeof gap & { until: string }>) => availabilityAnswer({ ...figures, longestGap: { ...gap, ...change } });
  expect(of({})).toEqual({
    finding: '无法判断',
    text:
      '自 2025-11-24 00:00:00（北京时间）至 2026-11-23 12:00:00（北京时间）的 364 天 12 小时内，日志有 9 个检查点，' +
      '相邻检查点的最长间隔为 1 小时 2 分钟，到 2026-11-03 08:00:00（北京时间）结束；' +
      '没有新的存证时不产生检查点，间隔长不等于中断，间隔短也不等于没有中断；没有写入区块链失败的记录；' +
      '由出具机构自行测量，未经核验，须由测评机构测评，或者由法院调取运行记录。',
  });
  expect(of({ until: '2026-11-22T16:00:00.000Z' }).text).toMatch(
    /^自 2025-11-24 00:00:00（北京时间）至 2026-11-23 00:00:00（北京时间）的 364 天内，日志有 9 个检查点/,
  );
  const minutes = of({ since: '2026-11-23T03:58:00.000Z' });
  expect(minutes).toMatchObject({ finding: '无法判断', text: expect.stringContaining('的 2 分内') as string });
  expect(minutes.text).not.toContain('一年内');
  expect(of({ since: '2026-05-01T00:00:00.000Z' }).finding).toBe('无法判断');
  expect(of({ seconds: 86_401 }).finding).toBe('无法判断');
  // Records of earlier releases do not say since when.
  expect(availabilityAnswer(figures).finding).toBe('无法判断');
  expect(availabilityAnswer({ ...figures, longestGap: null }).finding).toBe('无法判断');
  const failed = { at: figures.measuredAt, checkpoint: '7', transaction: '0x1' };
  expect(availabilityAnswer({ ...figures, failedAnchor: failed }).text).toContain(
    '最近一次写入区块链失败在 2026-11-23 12:00:00（北京时间）',
  );
});

it('reads figures back as they were written, and nothing else', () => {
  const at = figures.measuredAt;
  const failedAnchor = { at, checkpoint: '7', transaction: '0xab' };
  for (const whole of [
    figures,
    { ...figures, longestGap: { seconds: 1, endedAt: at, checkpoints: 2, since: at, until: at } },
    { ...figures, failedAnchor },
    { ...figures, scrub: null, restoreDrill: null, longestGap: null },
  ])
    expect(parsePlatformFigures(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
  const wrong: unknown[] = [
    null,
    [],
    'text',
    {},
    { ...figures, measuredAt: 'yesterday' },
    { ...figures, longestGap: { ...figures.longestGap, seconds: -1 } },
    { ...figures, longestGap: { ...figures.longestGap, until: 'now' } },
    { ...figures, failedAnchor: { ...failedAnchor, transaction: '<b>' } },
    { ...figures, scrub: undefined },
  ];
  expect(wrong.map(parsePlatformFigures)).toEqual(wrong.map(() => null));
});
