import { describe, expect, it } from 'vitest';
import { foreignWords } from '../../../../test/installation/factories/chinese.ts';
import { dossierFacts, officeRecord } from '../../../../test/installation/factories/packages/dossier-facts.ts';
import type { ArchiveFacts } from '../facts/archive.ts';
import type { DossierFacts } from '../facts/facts.ts';
import { encodeOfficeRecord, parseOfficeRecord } from '../facts/office-record.ts';
import { lineKeys, type Finding } from '../line.ts';
import type { LineRule } from '../rule.ts';
import { compareDossier } from './compare.ts';
import { deriveLine, deriveLines } from './derive.ts';
import { encodeDossier, makeDossier, parseDossier } from './document.ts';
import { dossierParts, dossierRules, type LineName } from './registry.ts';

const rules = dossierParts.flatMap(({ rules: inPart }) => Object.entries<LineRule>(inPart));
const lineOf = (name: LineName, change: Partial<DossierFacts> = {}) => {
  const { 结论, 说明 } = deriveLine(dossierRules[name], dossierFacts(change));
  return [结论, 说明] as const;
};

function archive(change: Partial<ArchiveFacts> = {}): ArchiveFacts {
  return {
    isSame: true,
    replay: { consistency: 0.9987, reasons: [] },
    signature: { state: 'held' },
    key: { state: 'held' },
    timestamp: { state: 'held', at: '2026-01-02T08:06:00.000Z', authority: '某时间戳中心', serial: '4a30' },
    ...change,
  };
}

describe('the list of lines', () => {
  it('asks no question twice, and has each rule once', () => {
    expect(new Set(rules.map(([, { question }]) => question)).size).toBe(rules.length);
    expect(rules.map(([name]) => name).toSorted()).toEqual(Object.keys(dossierRules).toSorted());
  });

  it('answers each with one plain sentence, an article, a file and a way to check it', () => {
    const facts = dossierFacts();
    for (const line of deriveLines(facts)) {
      expect(Object.keys(line)).toEqual([...lineKeys]);
      expect(line.说明).toMatch(/^[^。]+。$/u);
      expect(line.依据).toMatch(/^《.+》第.+条/);
      expect(line.材料.length, line.审查要点).toBeGreaterThan(0);
      expect(line.复核方法.length).toBeGreaterThan(8);
      // Device names are in quotes, media types in brackets.
      const own = line.说明.replace(/“[^”]*”|（\w+\/[\w.+-]+）/gu, '');
      expect(foreignWords(own, facts.files.names), line.说明).toEqual([]);
    }
  });
});

describe('a line', () => {
  it.each<[LineName, Partial<DossierFacts>, Finding, RegExp]>([
    ['submitter', {}, '成立', /^据出具机构记录，个人用户“张三”的电子数据由接入出具机构系统的程序“测试平台”.+审核人“王审核”审核，已通过。$/],
    ['submitter', { record: officeRecord({ submitter: { review: null } }) }, '无法判断', /没有实名审核的记录/],
    [
      'submitter',
      { record: officeRecord({ submitter: { review: { at: '2026-01-01T00:00:00.000Z', result: 'failed', by: '王' } } }) },
      '不成立',
      /未通过/,
    ],
    ['submitter', { record: null }, '无法判断', /没有出具机构的记录/],
    ['replay', {}, '不涉及', /不是网页取证/],
    ['replay', { kind: 'web' }, '无法判断', /没有形成可以重放的网页存档/],
    ['replay', { kind: 'web', archive: archive() }, '成立', /一致度为 0\.9987（完全相同为 1），不低于 0\.97。$/],
    ['replay', { kind: 'web', archive: archive({ isSame: false }) }, '无法判断', /网页存档缺失/],
    ['replay', { kind: 'web', archive: archive({ replay: null }) }, '无法判断', /不知道重放的结果/],
    [
      'replay',
      { kind: 'web', archive: archive({ replay: { consistency: 0.5, reasons: [{ kind: 'dynamic', names: [], count: 0 }] } }) },
      '不成立',
      /一致度为 0\.5000（完全相同为 1），低于 0\.97，原因是“网页内容随时间或随机变化”。$/,
    ],
    [
      'replay',
      {
        kind: 'web',
        archive: archive({ replay: { consistency: 0.9, reasons: [{ kind: 'missing', names: ['https://a/b.webm'], count: 3 }] } }),
      },
      '不成立',
      /原因是“存档缺少b\.webm等3项”。$/,
    ],
    [
      'replay',
      { kind: 'web', archive: archive({ replay: { consistency: null, reasons: [{ kind: 'failed', names: [], count: 0 }] } }) },
      '无法判断',
      /没有得到可以比较的画面，原因是“重放未完成”。$/,
    ],
    ['archiveSigned', {}, '不涉及', /不是网页取证/],
    [
      'archiveSigned',
      { kind: 'web', archive: archive() },
      '成立',
      /“某时间戳中心”证明签名最迟在 2026-01-02 16:06:00（北京时间）已经存在。$/,
    ],
    ['archiveSigned', { kind: 'web', archive: archive({ timestamp: { state: 'absent' } }) }, '成立', /可信时间戳尚未取得。$/],
    [
      'archiveSigned',
      { kind: 'web', archive: archive({ signature: { state: 'broken', why: '签名与公钥不符' } }) },
      '不成立',
      /签名与公钥不符/,
    ],
    ['archiveSigned', { kind: 'web', archive: archive({ key: { state: 'broken', why: '证明不成立' } }) }, '不成立', /日志中没有/],
    ['archiveSigned', { kind: 'web', archive: archive({ key: { state: 'absent' } }) }, '无法判断', /不知道是谁的密钥/],
    ['device', {}, '成立', /设备“张三的手机 某型”，系统“Android 15”，程序版本“3\.2\.1”/],
    ['device', { kind: 'web' }, '无法判断', /没有记载取证所用的浏览器/],
    ['environment', {}, '不涉及', /自行形成的文件/],
    ['environment', { kind: 'move' }, '无法判断', /没有附带环境检查报告/],
    [
      'environment',
      { kind: 'web', environment: report({ passed: false, mandatory: true }) },
      '不成立',
      /必须通过而未通过的有“代理设置”（设置了代理）/,
    ],
    ['environment', { kind: 'web', environment: report({ passed: false, mandatory: false }) }, '成立', /仅供参考而未通过的有“代理设置”/],
    [
      'clock',
      { kind: 'web', environment: report({ passed: true, mandatory: true }, 'clock', '相差3毫秒。NTP 已同步。') },
      '成立',
      /^相差3毫秒，NTP 已同步。$/,
    ],
    ['clock', { times: times({ endAt: '2026-01-02T09:00:00.000Z' }) }, '不成立', /晚于出具机构收到文件的时间.+相差 56 分/],
    ['clock', { times: times({ endAt: null }) }, '不涉及', /没有设备时钟可以比对/],
    ['notAfter', {}, '成立', /时间戳机构“某时间戳中心”.+最迟在 2026-01-02 16:05:00（北京时间）已经存在，在出具机构收到文件之后 1 分/],
    ['notAfter', { timestamp: { state: 'absent' } }, '无法判断', /只有出具机构自己的时钟/],
    [
      'notAfter',
      { timestamp: { state: 'absent' }, witnesses: { ...dossierFacts().witnesses, isMet: true, metAt: '2026-01-02T08:06:00.000Z' } },
      '成立',
      /^足够数目的见证方.+最迟在 2026-01-02 16:06:00（北京时间）已经存在/,
    ],
    ['ownFormat', {}, '成立', /开头的内容是视频（video\/mp4），大小 1,048,576 字节，与登记的相同/],
    ['ownFormat', signs({ mediaType: 'image/png' }), '不成立', /图片（image\/png），登记的是视频（video\/mp4）/],
    ['ownFormat', signs({ mediaType: 'video/quicktime' }), '成立', /与登记的相符/],
    ['ownFormat', signs({ mediaType: null }), '无法判断', /不在可以读取的/],
    ['clock', { times: times({ endAt: '2026-01-02T11:06:07.000Z' }) }, '不成立', /相差 3 小时 2 分，/],
    ['ownLength', {}, '成立', /文件自身的时长为 5 分，申报的时长为 5 分，相差 0 秒/],
    ['ownLength', signs({ seconds: 200 }), '不成立', /3 分 20 秒，申报的时长为 5 分，相差 1 分 40 秒/],
    ['ownTime', {}, '成立', /在申报的取证时间 2026-01-02 15:59:00（北京时间）起的时段之内/],
    ['ownTime', signs({ containerAt: '2025-12-01T00:00:00.000Z' }), '不成立', /相差 32 天/],
    ['ownTime', signs({ containerAt: '2026-01-03T00:00:00.000Z' }), '不成立', /晚于出具机构收到文件的时间/],
    ['ownTime', signs({ containerAt: null, takenOn: '2025-12-31' }), '不成立', /拍摄于 2025-12-31，申报的日期是 2026-01-02/],
    ['ownTime', signs({ containerAt: null }), '无法判断', /没有记载形成时间/],
    ['sameHash', {}, '成立', /2 个文件的数字指纹（SHA-256），全部与存证时登记的相同/],
    ['appendOnly', {}, '无法判断', /2 个检查点，分别在日志有 7、9 条记录时作出，/],
    [
      'cosigned',
      {},
      '无法判断',
      /只有出具机构自己的签名，没有见证方共同签名；出具机构是否对不同的人出示了不同的日志，没有外部单位可以证实。$/,
    ],
    [
      'cosigned',
      witnesses({ checked: { state: 'absent' }, others: ['w'] }),
      '无法判断',
      /另有 1 个签名（w），证据包中没有这些见证方的公钥/,
    ],
    ['cosigned', witnesses({ checked: { state: 'broken', why: '见证策略没有列出本日志' } }), '不成立', /不成立：见证策略没有列出本日志/],
    ['cosigned', witnesses({ cosigned: [] }), '无法判断', /列有 3 个见证方，本证据的检查点还没有它们的共同签名/],
    ['cosigned', witnesses({ isMet: false }), '无法判断', /其中 2 个（“法院”、“协会”）在日志有 7 条记录时的检查点上共同签名，没有达到/],
    ['cosigned', witnesses({}), '成立', /达到策略的要求，最近一次在 2026-01-02 16:06:00（北京时间），距本说明所称的时刻 15 小时 54 分。$/],
    ['cosigned', witnesses({ cosigned: [{ name: '法院', at: null }] }), '成立', /没有写明签名的时间。$/],
    ['inLog', {}, '成立', /^存证清单是存证日志的第 5 条记录；日志有 7 条记录时，出具机构对全部记录签名确认，其中包括这一条。$/],
    ['onChain', {}, '不涉及', /没有写入区块链/],
    ['recorded', {}, '成立', /涵盖证据清单和清单所列的 2 个文件，.+“某时间戳中心”于 2026-01-03 08:10:00（北京时间）签发时间戳/],
    ['recorded', record({ lost: ['original-1.mp4'], covered: 2 }), '成立', /其中 original-1.mp4 没有包括在续期后的记录中/],
    ['recorded', { evidenceRecord: { state: 'absent' } }, '无法判断', /存证次日形成/],
    ['recorded', { evidenceRecord: { state: 'broken', why: '没有涵盖 manifest.json' } }, '不成立', /没有涵盖 manifest.json/],
    ['renewed', {}, '成立', /有 1 个时间戳，机构证书有效至 2036-01-01 08:00:00（北京时间），尚未到期/],
    [
      'renewed',
      renewedTwice,
      '成立',
      /当日存证汇总的时间戳（2026-01-03 08:10:00，SHA-256）、时间戳续期.+、数字指纹续期（.+，SHA-512）.+有效至 2046-/,
    ],
    ['renewed', record({ state: 'ended' }), '无法判断', /第 1 个时间戳的机构“某时间戳中心”的证书已于 2036-.+到期，此后没有续期/],
    ['renewed', { evidenceRecord: { state: 'absent' } }, '无法判断', /没有存证记录/],
    ['renewed', { evidenceRecord: { state: 'broken', why: '' } }, '无法判断', /不成立/],
    ['reread', {}, '成立', /2026-01-03 08:00:00（北京时间）之后都重新读取过/],
    ['reread', { record: officeRecord({ reread: { at: null, state: 'unchecked' } }) }, '无法判断', /没有轮到/],
    ['reread', { record: officeRecord({ reread: { at: '2026-01-03T00:00:00.000Z', state: 'damaged' } }) }, '不成立', /发现文件损坏/],
    ['certificateSigned', {}, '成立', /签名覆盖证书全文，并带有可信时间戳/],
    ['certificateSigned', { certificate: { ...signature, signedAt: '2040-01-01T00:00:00.000Z' } }, '不成立', /不在有效期之内/],
    ['packageSigned', {}, '无法判断', /在本说明作出之后才整体签名/],
    ['transfer', {}, '无法判断', /没有申报文件的数字指纹/],
    ['transfer', { record: officeRecord({ transfer: { declaredSha256: 'f'.repeat(64) } }) }, '不成立', /二者不同/],
    ['transfer', { kind: 'web' }, '成立', /没有经过提交人的设备传输/],
    ['custody', {}, '成立', /共有 3 次经手的记录，经手人 2 名：存证 1 次、查看存证 2 次/],
    [
      'custody',
      { record: officeRecord({ custody: officeRecord().custody.slice(0, 1) }) },
      '成立',
      /^据出具机构记录，在 2026-.{14}（北京时间）共有 1 次经手的记录/,
    ],
    ['custody', { record: officeRecord({ custody: [] }) }, '无法判断', /不知道由谁经手/],
    ['neutrality', {}, '无法判断', /须由当事人说明/],
  ])('%s of these facts', (name, change, finding, text) => {
    const [found, sentence] = lineOf(name, change);
    expect([found, sentence]).toEqual([finding, expect.stringMatching(text)]);
  });

  it('that names a changed file says nothing that holds', () => {
    const facts = dossierFacts();
    const broken = { ...facts, files: { ...facts.files, broken: ['office.pem'] } };
    expect(deriveLine(dossierRules.certificateSigned, broken)).toMatchObject({
      结论: '无法判断',
      说明: '材料 office.pem 与清单所列的不同，可能被改动，不能据以判断。',
    });
  });
});

describe('the dossier', () => {
  const dossier = makeDossier(dossierFacts());

  it('is the same bytes for the same facts, and is read back', () => {
    const bytes = encodeDossier(dossier);
    expect(Buffer.from(encodeDossier(makeDossier(dossierFacts()))).equals(Buffer.from(bytes))).toBe(true);
    expect(parseDossier(bytes)).toEqual({ ok: true, value: dossier });
  });

  it.each<[string, (text: string) => string, string]>([
    ['cut off', (text) => text.slice(0, -20), 'not-json'],
    ['blown up', (text) => text + ' '.repeat(2_000_000), 'too-large'],
    ['a member more', (text) => text.replace('"version": 2', '"version": 2, "x": 1'), 'other-spelling'],
    ['another finding', (text) => text.replace('"结论": "成立"', '"结论": "很好"'), 'bad-line'],
    ['no date', (text) => text.replace('2026-01-03T00:00:00.000Z', 'yesterday'), 'not-dossier'],
    ['another thing', () => '{"type":"manifest"}', 'not-dossier'],
  ])('%s is refused', (_, change, fault) => {
    expect(parseDossier(Buffer.from(change(Buffer.from(encodeDossier(dossier)).toString())))).toEqual({ ok: false, fault });
  });

  it('of another version is compared by its findings alone', () => {
    const lines = dossier.lines.map((line) => ({ ...line, 说明: '旧的说法。' }));
    expect(compareDossier({ ...dossier, version: 7, lines }, dossier.lines)).toEqual([]);
    const more = lines.map((line) => (line.结论 === '无法判断' ? { ...line, 结论: '成立' as const } : line));
    expect(compareDossier({ ...dossier, version: 7, lines: more }, dossier.lines).every(({ kind }) => kind === 'more')).toBe(true);
  });
});

it('reads the office’s record back, and no other spelling of it', () => {
  const bytes = encodeOfficeRecord(officeRecord());
  expect(parseOfficeRecord(bytes)).toEqual(officeRecord());
  expect(parseOfficeRecord(Buffer.from(Buffer.from(bytes).toString().replace('"count": 1', '"count": 1.0')))).toBeNull();
  expect(parseOfficeRecord(Buffer.from('[]'))).toBeNull();
});

const link = {
  kind: 'day',
  algorithm: 'sha256',
  at: '2026-01-03T00:10:00.000Z',
  authority: '甲',
  until: '2029-01-01T00:00:00.000Z',
} as const;
const renewedTwice = record({
  links: [
    link,
    { ...link, kind: 'timestamp', at: '2028-10-03T00:10:00.000Z', until: '2036-01-01T00:00:00.000Z' },
    { ...link, kind: 'hash', algorithm: 'sha512', at: '2035-10-03T00:10:00.000Z', until: '2046-01-01T00:00:00.000Z' },
  ],
});
const signature = {
  state: 'held',
  level: 'B-T',
  signedAt: '2026-01-02T09:00:00.000Z',
  validFrom: '2026-01-01T00:00:00.000Z',
  validUntil: '2036-01-01T00:00:00.000Z',
} as const;

function signs(change: Partial<NonNullable<DossierFacts['metadata']>>): Partial<DossierFacts> {
  const { metadata: whole } = dossierFacts();
  return { metadata: whole && { ...whole, ...change } };
}

function times(change: Partial<NonNullable<DossierFacts['times']>>): DossierFacts['times'] {
  const { times: whole } = dossierFacts();
  return whole && { ...whole, ...change };
}

function record(change: Partial<Extract<DossierFacts['evidenceRecord'], { links: unknown }>>): Partial<DossierFacts> {
  const { evidenceRecord } = dossierFacts();
  return evidenceRecord.state === 'held' || evidenceRecord.state === 'ended' ? { evidenceRecord: { ...evidenceRecord, ...change } } : {};
}

function report(
  { passed, mandatory }: { passed: boolean; mandatory: boolean },
  kind = 'proxy',
  finding = '设置了代理',
): DossierFacts['environment'] {
  const item = { item: kind, name: '代理设置', mandatory, passed, finding };
  return { checkedAt: '2026-01-02T07:59:00.000Z', items: [item] };
}

/** Three listed witnesses, two of which cosigned. */
function witnesses(change: Partial<DossierFacts['witnesses']>): Partial<DossierFacts> {
  const cosigned = [
    { name: '法院', at: '2026-01-02T08:05:30.000Z' },
    { name: '协会', at: '2026-01-02T08:06:00.000Z' },
  ];
  return { witnesses: { checked: { state: 'held' }, listed: 3, cosigned, isMet: true, metAt: null, size: 7, others: ['w'], ...change } };
}
