import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  archiveFacts,
  capturedMark,
  captureFacts,
  dossierFacts,
  officeRecord,
  ownServices,
  witnessedFacts,
} from '../../../../../test/installation/factories/packages/dossier-facts.ts';
import type { CredentialFinding } from '../../platform/credential-findings.ts';
import type { DossierFacts } from '../facts/facts.ts';
import type { Finding } from '../line.ts';
import type { LineRule } from '../rule.ts';
import { deriveLine } from './derive.ts';
import { dossierParts, dossierRules, type LineName } from './registry.ts';

/** What the facts say of a statement. `office`: nobody but the office says so. */
const columns = ['true', 'false', 'unknown', 'absent', 'office'] as const;
type Column = (typeof columns)[number];
type Facts = Partial<DossierFacts>;

interface Statement {
  /** Who or what checks where the finding is 成立, in the sentence; null for a line that never says it. */
  readonly by: RegExp | null;
  readonly cells: Readonly<Record<Column, Facts>>;
}

const broken = { state: 'broken', why: '推算出的树根不同' } as const;
const lacking = { state: 'lacking', why: '格式错误，无法读取' } as const;
const absent = { state: 'absent' } as const;
const whole = dossierFacts();
const { outsiders, issuers } = whole;
const record = (change: Parameters<typeof officeRecord>[0]): Facts => ({ record: officeRecord(change) });
const web = (archive: DossierFacts['archive']): Facts => ({ kind: 'web', archive });
const log = (change: Partial<DossierFacts['log']>): Facts => ({ log: { ...whole.log, ...change } });
const signs = (change: Partial<NonNullable<DossierFacts['metadata']>>): Facts => ({
  metadata: whole.metadata && { ...whole.metadata, ...change },
});
const files = (state: 'other' | 'missing'): Facts => ({
  files: { ...whole.files, listed: whole.files.listed.map((file) => ({ ...file, state })) },
});
const noList: Facts = { kind: null, files: { ...whole.files, listed: [] }, metadata: null, times: null, record: null, declared: null };
const issued = (change: Partial<DossierFacts['issuers']>): Facts => ({ issuers: { ...issuers, ...change } });
const times = (change: Partial<NonNullable<DossierFacts['times']>>): Facts => ({ times: whole.times && { ...whole.times, ...change } });
const image = (change: Partial<NonNullable<DossierFacts['metadata']>>): Facts => ({
  files: { ...whole.files, listed: whole.files.listed.map((file) => ({ ...file, mediaType: 'image/jpeg' })) },
  ...signs({ mediaType: 'image/jpeg', takenLocal: '2026-01-02T16:00:00', ...change }),
});
const review = (result: 'passed' | 'failed') => ({ at: '2025-12-02T00:00:00.000Z', result, by: '王审核' });
const bracket = (change: Partial<typeof capturedMark>, notAfter: string | null = '2026-01-02T08:05:00.000Z'): Facts => ({
  bracket: { mark: { ...capturedMark, ...change }, notAfter, clocks: null },
});
const token = { state: 'held', at: '2026-01-02T08:05:00.000Z', authority: '某时间戳中心', serial: '4a2f' } as const;
const transaction = { state: 'held', chainId: '1', hash: '0xab', block: '9', at: token.at, root: 'ab'.repeat(32) } as const;
const link = { kind: 'day', algorithm: 'sha256', at: token.at, authority: '甲', until: '2036-01-01T00:00:00.000Z' } as const;
const ended: DossierFacts['evidenceRecord'] = { state: 'ended', links: [link], covered: 3, lost: [] };
const track = { state: 'held', commonName: '某公证处', validUntil: '2036-01-01T00:00:00.000Z', pdf: { state: 'held' } } as const;
const certified = { ...issuers, office: issuers.timestamp, sm2: issuers.timestamp };
const credential = (kind: CredentialFinding['kind'], atEvidence: CredentialFinding['atEvidence']): CredentialFinding => ({
  kind,
  name: '甲',
  number: '1',
  issuer: '乙',
  validFrom: '2024-01-01',
  validUntil: '2036-01-01',
  atEvidence,
  now: 'valid',
  nowUntil: '2036-01-01',
  isRecordedLater: false,
  picture: 'credential-1.jpg',
});
const credentials = (atEvidence: CredentialFinding['atEvidence']): Facts => ({
  credentials: {
    state: 'held',
    findings: (['licence', 'blockchain', 'protection', 'cryptography'] as const).map((kind) => credential(kind, atEvidence)),
  },
});
const platform = (change: Partial<ReturnType<typeof officeRecord>['platform']>): Facts => {
  const own = officeRecord();
  return { record: { ...own, platform: { ...own.platform, restoreDrill: { at: token.at, hasSucceeded: true }, ...change } } };
};
const scrub = officeRecord().platform.scrub ?? { lastAt: null, allSince: null, objects: 0, unchecked: 0, faults: 0 };
const outside = ['dns', true, 'a.cn 解析到 1.2.3.4，本次取证固定使用该结果'] as const;
const atOffice = ['dns', true, 'a.cn 解析到内部网络地址 10.1.2.3，本次取证固定使用该结果'] as const;
const same = (facts: Facts = {}): Statement => ({
  by: null,
  cells: { true: facts, false: facts, unknown: facts, absent: facts, office: facts },
});

/** The facts of every cell. A line that has none here does not compile. */
const statements: Readonly<Record<LineName, Statement>> = {
  submitter: {
    by: /由审核人“王审核”审核，已通过/,
    cells: {
      true: {},
      false: record({ submitter: { review: review('failed') } }),
      unknown: { declared: null },
      absent: { record: null },
      office: record({ submitter: { review: null, client: null } }),
    },
  },
  device: {
    by: null,
    cells: {
      true: {},
      false: captureFacts(['browser', false, '浏览器版本不符']),
      unknown: captureFacts(['dns', true, '正常']),
      absent: { declared: null },
      office: captureFacts(['browser', true, 'Chromium 140']),
    },
  },
  environment: {
    by: null,
    cells: {
      true: captureFacts(['proxy', true, '没有代理']),
      false: captureFacts(['proxy', false, '设置了代理']),
      unknown: captureFacts(),
      absent: { kind: 'web', environment: null },
      office: captureFacts(['proxy', true, '没有代理']),
    },
  },
  clock: {
    by: /目标网站是另一台机器（a\.cn 解析到 1\.2\.3\.4）/,
    cells: {
      true: captureFacts(['clock', true, '相差1毫秒，NTP 已同步'], ['target-clock', true, '相差1秒'], outside),
      false: captureFacts(['clock', false, '相差900500毫秒，NTP 未同步'], ['target-clock', false, '相差900秒'], outside),
      unknown: captureFacts(['clock', false, '相差9000毫秒，NTP 未同步']),
      absent: captureFacts(),
      office: captureFacts(['clock', true, '与数据库相差1毫秒，NTP 已同步'], ['target-clock', true, '相差0秒'], atOffice),
    },
  },
  notBefore: {
    by: /不早于 2026.+不晚于 2026/,
    cells: {
      true: bracket({}),
      false: bracket({ timestampAt: '2026-01-02T09:00:00.000Z' }),
      unknown: bracket({ binding: 'unbound' }),
      absent: bracket({ timestampAt: null }),
      office: { ...bracket({}), outsiders: ownServices },
    },
  },
  notAfter: {
    by: /时间戳机构“某时间戳中心”/,
    cells: {
      true: {},
      false: { timestamp: broken },
      unknown: { timestamp: lacking },
      absent: { timestamp: absent },
      office: { timestamp: absent, ...witnessedFacts() },
    },
  },
  ownFormat: {
    by: /文件开头的内容是视频/,
    cells: {
      true: {},
      false: signs({ mediaType: 'image/png' }),
      unknown: signs({ mediaType: null }),
      absent: { metadata: null },
      office: { metadata: null },
    },
  },
  ownLength: {
    by: /文件自身的时长为 5 分/,
    cells: {
      true: {},
      false: { kind: 'process', ...signs({ mediaType: 'audio/mp4' }), ...record({ transfer: { declaredSeconds: 60 } }) },
      unknown: signs({ seconds: null }),
      absent: { metadata: null },
      office: times({ startAt: null, endAt: null }),
    },
  },
  ownTime: {
    by: /文件自身记载的形成时间/,
    cells: {
      true: {},
      false: { kind: 'move', ...signs({ containerAt: '2025-12-01T00:00:00.000Z' }) },
      unknown: signs({ containerAt: '2026-01-02T16:00:00.000Z' }),
      absent: signs({ containerAt: null }),
      office: times({ startAt: null, endAt: null }),
    },
  },
  ownEditor: {
    by: null,
    cells: {
      true: image({ software: 'Camera 1.0', isOfCamera: true }),
      false: image({ software: 'Adobe Photoshop 25', editor: 'Adobe Photoshop 25' }),
      unknown: image({ software: '', takenLocal: null }),
      absent: { ...image({}), metadata: null },
      office: { ...image({}), metadata: null },
    },
  },
  whole: {
    by: /取证程序.+核对网页请求的内容/,
    cells: {
      true: web(archiveFacts()),
      false: web(archiveFacts({ notes: [{ code: 'covered', text: '弹窗遮住了正文' }] })),
      unknown: web(archiveFacts({ notes: null })),
      absent: web(null),
      office: web(null),
    },
  },
  replay: {
    by: /任何人可以用其他程序重放比较/,
    cells: {
      true: web(archiveFacts()),
      false: web(archiveFacts({ replay: { consistency: 0.9, reasons: [{ kind: 'missing', names: ['https://a/b.webm'], count: 1 }] } })),
      unknown: web(archiveFacts({ replay: { consistency: null, reasons: [{ kind: 'failed', names: [], count: 0 }] } })),
      absent: web(archiveFacts({ isSame: false })),
      office: web(archiveFacts({ replay: null })),
    },
  },
  sameHash: {
    by: /重新计算/,
    cells: { true: {}, false: files('other'), unknown: noList, absent: files('missing'), office: files('missing') },
  },
  inLog: {
    by: /日志有 7 条记录时/,
    cells: {
      true: {},
      false: log({ inclusion: broken }),
      unknown: log({ inclusion: lacking }),
      absent: log({ inclusion: absent }),
      office: log({ inclusion: absent }),
    },
  },
  checkpointSigned: {
    by: /证据包所附的日志密钥签名，签名有效/,
    cells: {
      true: {},
      false: log({ signature: broken }),
      unknown: log({ signature: lacking }),
      absent: log({ signature: absent }),
      office: log({ signature: absent }),
    },
  },
  appendOnly: {
    by: /经核对/,
    cells: {
      true: log({ consistency: { state: 'held' } }),
      false: log({ consistency: broken }),
      unknown: log({ consistency: lacking }),
      absent: log({ consistency: absent }),
      office: log({ office: absent }),
    },
  },
  cosigned: {
    by: null,
    cells: {
      true: witnessedFacts(),
      false: witnessedFacts({ checked: broken }),
      unknown: witnessedFacts({ checked: lacking }),
      absent: {},
      office: witnessedFacts(),
    },
  },
  stamped: {
    by: /时间戳机构“某时间戳中心”.+证书写明由“某根证书”签发/,
    cells: {
      true: {},
      false: { timestamp: broken },
      unknown: { timestamp: lacking },
      absent: { timestamp: absent },
      office: { outsiders: ownServices },
    },
  },
  manifestStamped: {
    by: /时间戳机构“某时间戳中心”.+证书写明由“某根证书”签发/,
    cells: {
      true: { evidenceTimestamp: token },
      false: { evidenceTimestamp: broken },
      unknown: { evidenceTimestamp: lacking },
      absent: { evidenceTimestamp: absent },
      office: { evidenceTimestamp: token, outsiders: { ...outsiders, evidenceTimestamp: '时间戳机构的证书写明的就是出具机构自己' } },
    },
  },
  onChain: {
    by: null,
    cells: {
      true: { transaction },
      false: { transaction: broken },
      unknown: { transaction: lacking },
      absent: { transaction: absent },
      office: { transaction },
    },
  },
  reread: {
    by: null,
    cells: {
      true: {},
      false: record({ reread: { at: token.at, state: 'damaged' } }),
      unknown: record({ reread: { at: null, state: 'unchecked' } }),
      absent: { record: null },
      office: {},
    },
  },
  certificateSigned: {
    by: /证书写明由“某根证书”签发/,
    cells: {
      true: { issuers: certified },
      false: { certificate: broken },
      unknown: { certificate: lacking },
      absent: { certificate: absent },
      office: issued({ office: { kind: 'self', name: '某公证处' } }),
    },
  },
  officeInLog: {
    by: /登记在同一份存证日志中/,
    cells: {
      true: {},
      false: log({ office: broken }),
      unknown: log({ office: lacking }),
      absent: log({ office: absent }),
      office: log({ office: absent }),
    },
  },
  packageSigned: same(),
  recorded: {
    by: /时间戳机构“某时间戳中心”/,
    cells: {
      true: {},
      false: { evidenceRecord: broken },
      unknown: { evidenceRecord: lacking },
      absent: { evidenceRecord: absent },
      office: { outsiders: ownServices },
    },
  },
  renewed: {
    by: /机构证书有效至/,
    cells: {
      true: {},
      false: { evidenceRecord: ended },
      unknown: { evidenceRecord: lacking },
      absent: { evidenceRecord: absent },
      office: { outsiders: ownServices },
    },
  },
  archiveSigned: {
    by: /由存证日志中登记的密钥签名，其中的文件与签名时相同/,
    cells: {
      true: web(archiveFacts()),
      false: web(archiveFacts({ signature: broken })),
      unknown: web(archiveFacts({ key: lacking })),
      absent: web(archiveFacts({ signature: absent })),
      office: web(archiveFacts({ key: absent })),
    },
  },
  secondTrack: {
    by: /证书写明由“某根证书”签发/,
    cells: {
      true: { secondTrack: track, issuers: certified },
      false: { secondTrack: { ...track, pdf: broken } },
      unknown: { secondTrack: lacking },
      absent: { secondTrack: absent },
      office: { secondTrack: track, ...issued({ sm2: { kind: 'self', name: '某公证处' } }) },
    },
  },
  qualification: {
    by: null,
    cells: {
      true: credentials('valid'),
      false: credentials('ended'),
      unknown: { credentials: broken },
      absent: { credentials: absent },
      office: credentials('valid'),
    },
  },
  neutrality: same(),
  cleanliness: same(),
  security: {
    by: null,
    cells: {
      true: credentials('valid'),
      false: credentials('ended'),
      unknown: { credentials: broken },
      absent: { credentials: absent },
      office: credentials('valid'),
    },
  },
  reliability: {
    by: null,
    cells: {
      true: platform({}),
      false: platform({ scrub: { ...scrub, faults: 1 } }),
      unknown: platform({ restoreDrill: null }),
      absent: { record: null },
      office: platform({}),
    },
  },
  availability: {
    by: null,
    cells: {
      true: platform({}),
      false: platform({ longestGap: { seconds: 999_999, endedAt: token.at, checkpoints: 9 } }),
      unknown: platform({ longestGap: null }),
      absent: { record: null },
      office: platform({}),
    },
  },
  technique: same(),
  transfer: {
    by: /发送方.+与从收到的文件算出的相同/,
    cells: {
      true: record({ transfer: { declaredSha256: 'cd'.repeat(32) } }),
      false: record({ transfer: { declaredSha256: 'ef'.repeat(32) } }),
      unknown: record({ transfer: { declaredSha256: null } }),
      absent: { record: null },
      office: { kind: 'web' },
    },
  },
  custody: {
    by: null,
    cells: {
      true: {},
      false: record({ custody: [...officeRecord().custody, harm()] }),
      unknown: record({ custody: officeRecord().custody.slice(1) }),
      absent: { record: null },
      office: {},
    },
  },
};

const names = dossierParts.flatMap(({ rules }) => Object.keys(rules) as LineName[]);
const answerOf = (name: LineName, column: Column) => deriveLine(dossierRules[name], dossierFacts(statements[name].cells[column]));

describe.each(names)('the statement %s', (name) => {
  const { by, cells } = statements[name];

  it.each(columns)('is no stronger than what was checked where it is: %s', (column) => {
    const { 结论, 说明 } = answerOf(name, column);
    if (结论 === '成立') expect([column, 说明]).toEqual(['true', expect.stringMatching(by ?? /^never$/)]);
    // Its own words against itself may be held against the office, but what is missing or unreadable may not.
    if (结论 === '不成立') expect(column).toBe('false');
    if (结论 === '无法判断') expect(说明).toMatch(/[；，]须[^。；]+。$/u);
  });

  it('says nothing that holds where nobody but the office checked', () => {
    const open: readonly Finding[] = ['无法判断', '不涉及'];
    expect(open).toContain(answerOf(name, 'office').结论);
    expect(by === null).toBe(answerOf(name, 'true').结论 !== '成立');
    expect(Object.keys(cells)).toEqual([...columns]);
  });
});

it('is what docs/statements.md says (npx vitest run src/domain/proof/dossier/lines/statements.test.ts --update writes it)', async () => {
  await expect(page()).toMatchFileSnapshot(join(import.meta.dirname, '../../../../../docs/statements.md'));
});

function page(): string {
  const rows = dossierParts.flatMap(({ title, rules }) => [
    `\n## ${title}\n`,
    '| Line | True | False | Unknown | Absent | The office alone |',
    '|---|---|---|---|---|---|',
    ...Object.entries<LineRule>(rules).map(
      ([name, { question }]) => `| ${[question, ...columns.map((column) => answerOf(name as LineName, column).结论)].join(' | ')} |`,
    ),
  ]);
  return `${[...introduction, ...rows].join('\n')}\n`;
}

const introduction = [
  '# Every statement of the 审查说明',
  '',
  'What each line of `dossier.json` answers, by what the package shows. `dossier/lines/statements.test.ts` holds the facts of',
  'each cell, derives it with the code that makes dossiers, and compares it with this page. The rule is decision',
  '[0079](decisions/0079-what-a-line-may-say.md); [court.md](court.md) says which article asks which question.',
  '',
  '- **True**: as much as a package can show for it. A line that is not 成立 here rests on the word of the office or of the submitter, or',
  '  asks what no package can know.',
  '- **False**: what was compared contradicts. What only the office says of itself counts where it speaks against it.',
  '- **Unknown**: a file cannot be read, or what it says decides nothing.',
  '- **Absent**: the file is missing.',
  '- **The office alone**: the office says so, and nobody and nothing else checked it. Never 成立.',
  '',
  'Every 无法判断 ends with what would settle it.',
];

function harm(): ReturnType<typeof officeRecord>['custody'][number] {
  return { from: token.at, until: token.at, hand: { kind: 'system', name: '' }, act: '发现文件损坏', count: 1 };
}
