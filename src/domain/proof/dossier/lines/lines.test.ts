import { describe, expect, it } from 'vitest';
import { foreignWords } from '../../../../../test/installation/factories/chinese.ts';
import {
  archiveFacts,
  capturedMark,
  captureFacts,
  dossierFacts,
  officeRecord,
  ownServices,
  witnessedFacts,
} from '../../../../../test/installation/factories/packages/dossier-facts.ts';
import type { DossierFacts } from '../facts/facts.ts';
import { encodeOfficeRecord, parseOfficeRecord } from '../facts/office-record.ts';
import { lineKeys, type Finding } from '../line.ts';
import type { LineRule } from '../rule.ts';
import { compareDossier } from './compare.ts';
import type { CaptureNote } from '../../web-archive/capture-notes.ts';
import { deriveLine, deriveLines } from './derive.ts';
import { encodeDossier, makeDossier, parseDossier } from './document.ts';
import { dossierParts, dossierRules, revisedQuestions, type LineName } from './registry.ts';

const rules = dossierParts.flatMap(({ rules: inPart }) => Object.entries<LineRule>(inPart));
const lineOf = (name: LineName, change: Partial<DossierFacts> = {}) => {
  const { 结论, 说明 } = deriveLine(dossierRules[name], dossierFacts(change));
  return [结论, 说明] as const;
};

const note = (code: CaptureNote['code']): CaptureNote => ({ code, text: code });
const lackingReplay = { consistency: 0.9, reasons: [{ kind: 'missing', names: ['https://a/b.webm'], count: 3 }] } as const;

const outside = ['dns', true, 'a.cn 解析到 1.2.3.4，本次取证固定使用该结果'] as const;

/** A capture whose clock stood at `host`, between a token of 07:50 and one of 07:52. */
function timed(host: string, notAfter: string | null = '2026-01-02T07:52:00.000Z'): Partial<DossierFacts> {
  const clocks = { host, ntp: 'unknown', database: null, mark: null, target: null } as const;
  return { ...captureFacts(['clock', true, 'NTP 状态未知']), bracket: { mark: capturedMark, notAfter, clocks } };
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

it('shows what turns or hides text as a mark, wherever a sentence names what was given', () => {
  const { declared } = dossierFacts();
  const turned = '合同\u202efdp.exe\u200b';
  const device = declared?.device && { ...declared.device, name: turned, model: turned };
  const record = officeRecord({ submitter: { client: { appId: '0123456789abcdef', name: turned } } });
  const facts = dossierFacts({ declared: declared && { ...declared, holder: turned, device: device ?? null }, record });
  const texts = deriveLines(facts).map(({ 说明 }) => 说明);
  expect(texts.filter((text) => text.includes('合同␣fdp.exe␣')).length).toBeGreaterThanOrEqual(2);
  expect(texts.filter((text) => /[\u202e\u200b]/.test(text))).toEqual([]);
});

describe('a line', () => {
  it.each<[LineName, Partial<DossierFacts>, Finding, RegExp]>([
    ['submitter', {}, '成立', /^据出具机构记录，个人用户“张三”的电子数据由接入出具机构系统的程序“测试平台”.+审核人“王审核”审核，已通过。$/],
    ['submitter', {}, '成立', /程序“测试平台”（编号 0123456789abcdef）以该用户的名义提交.+是否由该用户提供，只有该程序的说法/],
    [
      'submitter',
      { record: officeRecord({ submitter: { client: { appId: 'ab', name: '张三' } } }) },
      '成立',
      /的电子数据由与该用户同名、接入出具机构系统的程序“张三”（编号 ab）提交，提交时附有该程序的签名，该用户的实名资料/,
    ],
    [
      'submitter',
      { kind: 'web' },
      '成立',
      /的电子数据由出具机构的取证程序生成，由接入出具机构系统的程序“测试平台”.+以该用户的名义申请，.+是否由该用户申请，只有该程序的说法/,
    ],
    ['submitter', { kind: 'web', record: officeRecord({ submitter: { client: null } }) }, '成立', /由出具机构的取证程序生成，该用户/],
    [
      'reread',
      { record: officeRecord({ reread: { at: '2026-01-02T08:00:00.000Z', state: 'whole' } }) },
      '无法判断',
      /存证以来还没有全部轮到定期重新读取；须/,
    ],
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
    [
      'replay',
      { kind: 'web', archive: archiveFacts() },
      '成立',
      /一致度为 0\.9987（完全相同为 1），不低于 0\.97，任何人可以用其他程序重放比较。$/,
    ],
    ['replay', { kind: 'web', archive: archiveFacts({ isSame: false }) }, '无法判断', /网页存档缺失/],
    ['whole', {}, '不涉及', /不是网页取证/],
    ['whole', { kind: 'web', archive: archiveFacts() }, '成立', /取证程序.+没有发现截图和网页存档缺少的内容。$/],
    ['whole', { kind: 'web', archive: archiveFacts({ notes: null }) }, '无法判断', /没有完整性的记载/],
    ['whole', { kind: 'web', archive: archiveFacts({ notes: [note('covered')] }) }, '无法判断', /取证时注明：covered；须由人查看/],
    ['whole', { kind: 'web', archive: archiveFacts({ notes: [note('http_status')] }) }, '成立', /另注明：http_status。$/],
    [
      'whole',
      { kind: 'web', archive: archiveFacts({ notes: [note('file')] }) },
      '成立',
      /^取证时注明：file。取证程序核对应答结束后才保存文件/,
    ],
    ['replay', { kind: 'web', archive: archiveFacts({ replay: null, notes: [note('file')] }) }, '不涉及', /是一份文件，不是网页/],
    [
      'replay',
      { kind: 'web', archive: archiveFacts({ replay: lackingReplay, notes: [note('moving')] }) },
      '无法判断',
      /取证时已注明：moving；须/,
    ],
    ['replay', { kind: 'web', archive: archiveFacts({ replay: null }) }, '无法判断', /不知道重放的结果/],
    [
      'replay',
      { kind: 'web', archive: archiveFacts({ replay: { consistency: 0.5, reasons: [{ kind: 'dynamic', names: [], count: 0 }] } }) },
      '无法判断',
      /一致度为 0\.5000（完全相同为 1），低于 0\.97，原因是“未能查明，网页内容可能随时间或随机变化”；须/,
    ],
    [
      'replay',
      {
        kind: 'web',
        archive: archiveFacts({ replay: { consistency: 0.9, reasons: [{ kind: 'missing', names: ['https://a/b.webm'], count: 3 }] } }),
      },
      '不成立',
      /原因是“存档缺少b\.webm等3项”。$/,
    ],
    [
      'replay',
      { kind: 'web', archive: archiveFacts({ replay: { consistency: null, reasons: [{ kind: 'failed', names: [], count: 0 }] } }) },
      '无法判断',
      /没有得到可以比较的画面，原因是“重放未完成”；须/,
    ],
    ['archiveSigned', {}, '不涉及', /不是网页取证/],
    [
      'archiveSigned',
      { kind: 'web', archive: archiveFacts() },
      '成立',
      /“某时间戳中心”（证书写明由“某根证书”签发，.+）证明签名最迟在 2026-01-02 16:06:00（北京时间）已经存在。$/,
    ],
    ['archiveSigned', { kind: 'web', archive: archiveFacts({ timestamp: { state: 'absent' } }) }, '成立', /可信时间戳尚未取得。$/],
    [
      'archiveSigned',
      { kind: 'web', archive: archiveFacts({ signature: { state: 'broken', why: '签名与公钥不符' } }) },
      '不成立',
      /签名与公钥不符/,
    ],
    ['archiveSigned', { kind: 'web', archive: archiveFacts({ key: { state: 'broken', why: '证明不成立' } }) }, '不成立', /日志证明不成立/],
    ['archiveSigned', { kind: 'web', archive: archiveFacts({ key: { state: 'absent' } }) }, '无法判断', /不知道是谁的密钥/],
    ['device', {}, '无法判断', /设备“张三的手机 某型”，系统“Android 15”，程序版本“3\.2\.1”.+未经核对；须勘验该设备。$/],
    ['device', { kind: 'web' }, '无法判断', /没有记载取证所用的浏览器/],
    ['environment', {}, '不涉及', /自行形成的文件/],
    ['environment', { kind: 'move' }, '无法判断', /没有附带环境检查报告/],
    [
      'environment',
      { kind: 'web', environment: report({ passed: false, mandatory: true }) },
      '不成立',
      /必须通过而未通过的有“代理设置”（设置了代理）/,
    ],
    [
      'environment',
      { kind: 'web', environment: report({ passed: false, mandatory: false }) },
      '无法判断',
      /仅供参考而未通过的有“代理设置”.+由出具机构自己的程序进行/,
    ],
    [
      'submitter',
      { record: officeRecord({ submitter: { refusedSupplement: { at: '2026-01-01T00:00:00.000Z', result: 'failed', by: '王' } } }) },
      '成立',
      /已通过；此后补充的资料于 2026-01-01 08:00:00（北京时间）审核未通过，不影响已经通过的审核。$/,
    ],
    ['clock', captureFacts(['clock', true, '相差1毫秒，NTP 状态未知']), '无法判断', /没有与另一台机器的时钟相符的比对.+；须有/],
    [
      'clock',
      captureFacts(['clock', true, '相差1毫秒。NTP 已同步。']),
      '无法判断',
      /^相差1毫秒，NTP 已同步；.+NTP 的状态只是取证机自己的报告/,
    ],
    ['clock', captureFacts(['clock', false, '相差9000毫秒，NTP 未同步']), '无法判断', /不知道哪一个时钟不准/],
    ['clock', captureFacts(['clock', false, '相差900123毫秒'], ['target-clock', false, '相差900秒'], outside), '不成立', /两个时钟都表明/],
    ['clock', captureFacts(['clock', false, '相差9000毫秒'], ['target-clock', false, '相差900秒'], outside), '无法判断', /哪一个/],
    ['clock', captureFacts(['clock', false, '相差900123毫秒'], ['target-clock', false, '相差-900秒'], outside), '无法判断', /哪一个/],
    ['clock', captureFacts(['clock', false, '相差900123毫秒'], ['target-clock', false, '相差900秒']), '无法判断', /哪一个/],
    [
      'clock',
      captureFacts(['clock', true, 'NTP 状态未知'], ['target-clock', true, '相差1秒'], outside),
      '成立',
      /^NTP 状态未知；相差1秒；目标网站是另一台机器（a\.cn 解析到 1\.2\.3\.4）。$/,
    ],
    [
      'clock',
      captureFacts(['clock', true, 'NTP 已同步'], ['target-clock', true, '目标网站没有给出时间，未作比对'], outside),
      '无法判断',
      /未作比对/,
    ],
    ...[
      'a 解析到内部网络地址 10.1.2.3，固定',
      'a 解析到 127.0.0.1，固定',
      'a 解析到 ::1，固定',
      'a 解析到 8.8.8.8, 192.168.1.9，固定',
      'a 解析到 172.17.0.2，固定',
      'a 解析到 fd00::1，固定',
      'a 解析不到地址',
    ].map((finding): [LineName, Partial<DossierFacts>, Finding, RegExp] => [
      'clock',
      captureFacts(['clock', true, 'NTP 已同步'], ['target-clock', true, '相差0秒'], ['dns', true, finding]),
      '无法判断',
      /目标网站在内部网络或者取证机上/,
    ]),
    ['clock', captureFacts(['clock', true, 'NTP 已同步'], ['target-clock', true, '相差0秒']), '无法判断', /目标网站在内部网络或者取证机上/],
    ...[
      'a.cn 解析到 1.2.3.4，与出具机构自己的网站或者取证机的地址相同，本次取证固定使用该结果',
      'a.cn 解析到 1.2.3.4，是出具机构自己的网站，本次取证固定使用该结果',
    ].map((finding): [LineName, Partial<DossierFacts>, Finding, RegExp] => [
      'clock',
      captureFacts(['clock', true, 'NTP 已同步'], ['target-clock', true, '相差0秒'], ['dns', true, finding]),
      '无法判断',
      /目标网站的名称或者地址是出具机构自己的，它的时钟可能就是取证机自己的/,
    ]),
    ['clock', captureFacts(['clock', true, 'NTP 已同步'], ['target-clock', false, '相差900秒'], outside), '无法判断', /相差900秒/],
    [
      'clock',
      timed('2026-01-02T07:51:00.000Z'),
      '成立',
      /两者相隔 2 分，证明它们的是第三方时间戳，“不晚于”的由“某时间戳中心”签发，机构的身份以核对其根证书为准。$/,
    ],
    ['clock', { ...timed('2026-01-02T07:51:00.000Z'), outsiders: ownServices }, '无法判断', /运行在出具机构自己的机器上；须有/],
    ['clock', timed('2026-01-02T07:51:00.000Z', '2026-01-02T09:00:00.000Z'), '无法判断', /相隔 1 小时 10 分；没有与另一台/],
    ['clock', timed('2026-01-02T07:51:00.000Z', null), '无法判断', /与证明“不早于”的时间不矛盾；没有与另一台/],
    ['clock', timed('2025-12-31T07:50:00.000Z'), '不成立', /比证明“不早于”的时间慢 2 天。取证机时钟不准，时间以夹逼为准。$/],
    ['clock', timed('2026-01-02T08:52:00.000Z'), '不成立', /比证明“不晚于”的时间快 1 小时。/],
    [
      'clock',
      { ...timed('2025-12-31T07:50:00.000Z'), outsiders: ownServices },
      '无法判断',
      /慢 2 天，但时间戳服务.+不知道哪一个时钟不准；须有/,
    ],
    ['clock', { kind: 'process', ...late }, '不成立', /晚于出具机构收到文件的时间.+相差 56 分，设备时钟不准/],
    ['clock', late, '无法判断', /相差 56 分；这是提交时申报的时间，不知道取自哪个设备的时钟/],
    ['clock', { kind: 'move', declared: null, ...late }, '无法判断', /申报的时间.+须由提交人说明/],
    ['clock', { times: times({ endAt: null }) }, '不涉及', /没有申报取证的结束时间，没有设备时钟可以比对/],
    ['clock', { times: times({ startAt: null, endAt: null }) }, '不涉及', /没有申报取证的起止时间，没有设备时钟可以比对/],
    ['notAfter', {}, '成立', /时间戳机构“某时间戳中心”.+最迟在 2026-01-02 16:05:00（北京时间）已经存在，在出具机构收到文件之后 1 分/],
    ['stamped', {}, '成立', /机构的身份以核对其根证书为准/],
    ['stamped', { outsiders: ownServices }, '无法判断', /运行在出具机构自己的机器上，不能认定为第三方/],
    ['notAfter', { outsiders: ownServices }, '无法判断', /^时间戳服务运行在出具机构自己的机器上，没有第三方的时间证明/],
    ['manifestStamped', { outsiders: ownServices, evidenceTimestamp: dossierFacts().timestamp }, '无法判断', /不能认定为第三方/],
    ['notAfter', { timestamp: { state: 'absent' } }, '无法判断', /只有出具机构自己的时钟/],
    ['certificateSigned', {}, '无法判断', /签名覆盖证书全文.+证书是自签名的/],
    ['certificateSigned', issued({ office: { kind: 'own', name: '甲' } }), '无法判断', /由出具机构自己的证书机构“甲”签发，等同自签名/],
    [
      'certificateSigned',
      issued({ office: { kind: 'other', name: '甲' } }),
      '成立',
      /(?<!自签名.*)证书写明由“甲”签发，以该机构的根证书核对为准。$/,
    ],
    ['officeInLog', {}, '成立', /自签名/],
    ['packageSigned', {}, '无法判断', /自签名/],
    [
      'stamped',
      issued({ timestamp: { kind: 'self', name: '甲' } }),
      '无法判断',
      /证书是自签名的.+不能认定为第三方；须与该机构另行公布的证书核对/,
    ],
    ['notAfter', issued({ timestamp: { kind: 'self', name: '甲' } }), '无法判断', /没有第三方的时间证明/],
    ['stamped', {}, '成立', /证书写明由“某根证书”签发/],
    ['notAfter', { timestamp: { state: 'absent' }, ...witnessedFacts() }, '无法判断', /witness\.court\.cn.+没有第三方的时间证明/],
    ['ownFormat', {}, '成立', /开头的内容是视频（video\/mp4），大小 1,048,576 字节，与登记的相同/],
    ['ownFormat', signs({ mediaType: 'image/png' }), '不成立', /图片（image\/png），登记的是视频（video\/mp4）/],
    ['ownFormat', signs({ mediaType: 'video/quicktime' }), '成立', /与登记的相符/],
    // Nobody states the format of a recording: the office would be compared with itself.
    ['ownFormat', listedAs('video/mp4', { mediaType: 'audio/mp4' }), '无法判断', /同一种容器格式，但音频和视频不同；.+须/],
    ['ownFormat', listedAs('audio/webm', { mediaType: 'video/webm' }), '无法判断', /同一种容器格式/],
    ['ownFormat', listedAs('image/heif', { mediaType: 'image/avif' }), '成立', /与登记的相符/],
    ['ownFormat', { kind: 'web' }, '无法判断', /都出自出具机构的取证程序，没有他人申报的格式，无从比较；须/],
    ['ownFormat', { kind: 'process' }, '无法判断', /登记的是出具机构收到文件后从内容认出的，无从比较；须由提交人说明/],
    ['ownFormat', { kind: 'move' }, '无法判断', /登记录制时不申报格式/],
    // Many programs hand every file in as octets: nothing was stated that could contradict.
    [
      'ownFormat',
      untyped('image/jpeg'),
      '无法判断',
      /登记的是 application\/octet-stream：提交时没有说明格式，或者说明的不是可以登记的格式，无从比较；须/,
    ],
    ['ownLength', untyped('video/mp4'), '成立', /文件自身的时长/],
    ['ownEditor', untyped('image/jpeg'), '无法判断', /没有写明由什么程序保存；没有标记不等于没有编辑；须/],
    ['ownFormat', signs({ mediaType: null }), '无法判断', /不在可以读取的/],
    ...['video/mp4', 'audio/flac', 'image/tiff', 'application/pdf', 'application/octet-stream'].flatMap(
      (listed): [LineName, Partial<DossierFacts>, Finding, RegExp][] => [
        // A declared type says nothing of the content.
        ['ownLength', listedAs(listed, { mediaType: null }), '无法判断', /没有读到自身的时长，不知道是不是录音或录像；须/],
        ['ownEditor', listedAs(listed, { mediaType: null }), '无法判断', /没有读到元数据，不知道是不是图片；须/],
        ['ownLength', { ...listedAs(listed, {}), metadata: null }, '无法判断', /没有读到原始文件/],
        ['ownLength', listedAs(listed, { mediaType: 'video/mp4' }), '成立', /文件自身的时长为 5 分/],
        ['ownLength', listedAs(listed, { mediaType: 'image/jpeg' }), '不涉及', /内容不是录音或录像/],
        ['ownEditor', listedAs(listed, { mediaType: 'image/jpeg', editor: 'GIMP 2.10' }), '不成立', /“GIMP 2.10”/],
        ['ownEditor', listedAs(listed, { mediaType: 'audio/mp4' }), '不涉及', /内容不是图片/],
      ],
    ),
    ['clock', { times: times({ endAt: '2026-01-02T11:06:07.000Z' }) }, '无法判断', /相差 3 小时 2 分；/],
    ['ownLength', {}, '成立', /文件自身的时长为 5 分，申报的起止时间相隔 5 分，相差 0 秒/],
    // The two times span the taking, which may have pauses; nobody declared a length.
    ['ownLength', signs({ seconds: 100 }), '无法判断', /1 分 40 秒，申报的起止时间相隔 5 分，文件短 3 分 20 秒.+；须/],
    ['ownLength', signs({ seconds: 500 }), '无法判断', /8 分 20 秒，申报的起止时间相隔 5 分，文件长出 3 分 20 秒，可能是慢动作.+；须/],
    // Both times are declared to the minute.
    ['ownLength', signs({ seconds: 345 }), '成立', /相差 45 秒/],
    [
      'ownLength',
      { ...signs({ seconds: 345 }), times: times({ startAt: '2026-01-02T07:59:01.000Z', endAt: '2026-01-02T08:04:01.000Z' }) },
      '无法判断',
      /文件长出 45 秒/,
    ],
    ['ownLength', signs({ seconds: 303 }), '成立', /相差 3 秒/],
    ['ownLength', { times: times({ endAt: null }) }, '无法判断', /没有申报起止时间/],
    ['ownLength', { times: times({ endAt: '2026-01-02T07:59:00.000Z' }) }, '无法判断', /起止时间没有相隔/],
    ['ownLength', { times: times({ endAt: '2026-01-02T07:50:00.000Z' }) }, '无法判断', /起止时间没有相隔/],
    ...(
      [
        ['video/mp4', 300, '成立', /申报的时长为 5 分，相差 0 秒/],
        ['video/mp4', 310, '无法判断', /文件短 10 秒，起止之间可能有没有录制的时候；须/],
        ['audio/mp4', 3600, '无法判断', /文件短 55 分/],
        ['video/mp4', 60, '无法判断', /文件长出 4 分，可能是慢动作；须/],
        ['audio/mp4', 60, '不成立', /文件长出 4 分。$/],
      ] as const
    ).map(([mediaType, declaredSeconds, finding, words]): [LineName, Partial<DossierFacts>, Finding, RegExp] => [
      'ownLength',
      { kind: 'process', record: officeRecord({ transfer: { declaredSeconds } }), ...signs({ mediaType }) },
      finding,
      words,
    ]),
    ['ownLength', signs({ isBrokenOff: true }), '无法判断', /^文件不完整：.+文件头写明的时长为 5 分.+；须有完整的文件。$/],
    ['ownTime', {}, '成立', /在申报的取证时间 2026-01-02 15:59:00（北京时间）起的时段之内/],
    [
      'ownTime',
      signs({ containerAt: '2025-12-01T00:00:00.000Z' }),
      '无法判断',
      /相差 32 天 8 小时；早于申报的时间，可能是先形成、后取证；须/,
    ],
    // A recording is dated when it begins.
    ['ownTime', { kind: 'move', ...signs({ containerAt: '2025-12-01T00:00:00.000Z' }) }, '不成立', /相差 32 天 8 小时。$/],
    ...(['2026-01-02T17:00:00.000Z', '2026-01-02T10:16:00.000Z', '2026-01-02T03:00:00.000Z', '2026-01-02T14:00:00.000Z'] as const).map(
      (containerAt): [LineName, Partial<DossierFacts>, Finding, RegExp] => [
        'ownTime',
        { kind: 'move', ...signs({ containerAt }) },
        '无法判断',
        /没有写明时区，可能是拍摄设备的当地时间，也可能是导出或者转码时写入的；须/,
      ],
    ),
    // A film that is exported after it was taken.
    [
      'ownTime',
      { ...signs({ containerAt: null, zonedAt: '2026-01-02T10:16:00.000Z' }), times: times({ receivedAt: '2026-01-02T11:00:00.000Z' }) },
      '无法判断',
      /晚于申报的时间，可能是导出或者转码时写入的；须/,
    ],
    ['ownTime', signs({ containerAt: '2026-01-03T00:00:00.000Z' }), '不成立', /晚于出具机构收到文件的时间/],
    [
      'ownTime',
      signs({ containerAt: null, takenLocal: '2025-12-31T10:00:00' }),
      '无法判断',
      /拍摄于 2025-12-31 10:00:00（没有写明时区）.+自 2026-01-02 15:59:00（北京时间）起，按最晚.+也早 1 天 10 小时；.+先形成、后取证；须/,
    ],
    // The same day, and no zone on earth fits.
    [
      'ownTime',
      {
        ...signs({ mediaType: 'image/jpeg', containerAt: null, takenLocal: '2026-01-01T23:00:00' }),
        times: times({ startAt: '2025-12-31T17:00:00.000Z', endAt: '2025-12-31T17:01:00.000Z' }),
      },
      '不成立',
      /拍摄于 2026-01-01 23:00:00.+自 2026-01-01 01:00:00（北京时间）起，按最早的时区.+也晚 15 小时 59 分。$/,
    ],
    // The same day in another zone.
    [
      'ownTime',
      signs({ containerAt: null, takenLocal: '2026-01-02T10:00:00' }),
      '无法判断',
      /按北京时间理解相差 5 小时 59 分，可能是时区不同；须/,
    ],
    ['ownTime', signs({ containerAt: null, takenLocal: '2026-01-02' }), '无法判断', /拍摄于 2026-01-02（没有写明时分和时区）.+不矛盾；须/],
    ['ownTime', signs({ containerAt: null, takenLocal: '2025-12-30' }), '无法判断', /按最晚的时区.+先形成、后取证/],
    [
      'ownTime',
      signs({ containerAt: null, takenLocal: '2026-01-02T16:00:00' }),
      '成立',
      /按北京时间理解，在申报的取证时间 2026-01-02 15:59:00（北京时间）起的时段之内/,
    ],
    ['ownTime', signs({ containerAt: null, takenLocal: '2026-01-01T23:00:00' }), '无法判断', /可能是时区不同/],
    [
      'ownTime',
      signs({ containerAt: null, takenLocal: '2026-01-05T23:00:00' }),
      '不成立',
      /也是 2026-01-05 17:00:00（北京时间），晚于出具机构收到/,
    ],
    ...(['digitized', 'created', 'fix'] as const).flatMap((timeOf): [LineName, Partial<DossierFacts>, Finding, RegExp][] => {
      const word = { digitized: /数字化于/, created: /创建于/, fix: /GPS 定位于/ }[timeOf];
      const at = (zonedAt: string) => signs({ containerAt: null, takenLocal: null, zonedAt, timeOf });
      const local = (takenLocal: string) => signs({ containerAt: null, takenLocal, timeOf });
      return [
        ['ownTime', at('2026-01-02T08:00:00.000Z'), '无法判断', new RegExp(`${word.source} 2026.+不是拍摄的时间；须`)],
        ['ownTime', at('2026-01-09T08:00:00.000Z'), '不成立', word],
        ['ownTime', at('2026-01-01T08:00:00.000Z'), '无法判断', word],
        ['ownTime', local('2026-01-02T16:00:00'), '无法判断', new RegExp(`${word.source} 2026.+不是拍摄的时间；须`)],
        ['ownTime', local('2026-01-09T16:00:00'), '不成立', word],
      ];
    }),
    ['ownEditor', listedAs('image/jpeg', { mediaType: 'image/jpeg', isGenerated: true }), '不成立', /由算法生成/],
    ['ownEditor', listedAs('image/jpeg', { mediaType: 'image/jpeg', software: 'Windows' }), '无法判断', /“Windows”，不知道是不是拍摄设备/],
    [
      'ownEditor',
      listedAs('image/jpeg', { mediaType: 'image/jpeg', software: '17.1', isOfCamera: true }),
      '无法判断',
      /“17\.1”是其写明.+任何人都能写入/,
    ],
    // A camera that writes Beijing's time where the standard asks for UTC.
    ['ownTime', signs({ containerAt: '2026-01-02T16:00:00.000Z' }), '无法判断', /没有写明时区.+则不矛盾；须查明/],
    [
      'ownTime',
      { ...signs({ containerAt: '2026-01-02T16:00:00.000Z' }), times: times({ startAt: null, endAt: null }) },
      '无法判断',
      /不矛盾/,
    ],
    // A clock that nobody set starts at one of these.
    ['ownTime', signs({ containerAt: '1970-01-01T08:00:00.000Z' }), '无法判断', /未经设置的设备时钟/],
    ['ownTime', signs({ containerAt: null, takenLocal: '2000-01-01T00:03:00' }), '无法判断', /未经设置的设备时钟/],
    [
      'ownTime',
      signs({ mediaType: 'audio/wav', containerAt: null, takenLocal: '2026-01-02T16:00:00' }),
      '成立',
      /录音的元数据写明录制于 2026/,
    ],
    // A zone decides, whatever the header says.
    ['ownTime', signs({ containerAt: '2026-01-02T16:00:00.000Z', zonedAt: '2026-01-02T08:00:00.000Z' }), '成立', /写明了时区/],
    ['ownTime', { kind: 'move', ...signs({ containerAt: null, zonedAt: '2026-01-01T06:12:00.000Z' }) }, '不成立', /写明了时区/],
    // The header says what was declared.
    ['ownTime', signs({ zonedAt: '2026-01-01T08:00:00.000Z' }), '无法判断', /另外写明创建于 2026-01-02 16:00:00.+与申报的时间相符；须/],
    // A camera whose zone nobody set, and one that is at another place.
    ...['2026-01-02T16:00:00.000Z', '2026-01-02T07:00:00.000Z'].map((zonedAt): [LineName, Partial<DossierFacts>, Finding, RegExp] => [
      'ownTime',
      signs({ mediaType: 'image/jpeg', containerAt: null, zonedAt, takenLocal: '2026-01-02T16:00:00' }),
      '无法判断',
      /没有设置时区.+须/,
    ]),
    // A scan of 1998 whose digitising is what was declared.
    [
      'ownTime',
      signs({
        mediaType: 'image/jpeg',
        containerAt: null,
        takenLocal: '1998-05-04T12:00:00',
        otherTimes: [{ takenLocal: '2026-01-02T16:00:00', takenAt: '', timeOf: 'digitized' }],
      }),
      '无法判断',
      /另外写明数字化于 2026-01-02 16:00:00（没有写明时区），与申报的时间相符；须/,
    ],
    // A declared time that had not come yet.
    [
      'ownTime',
      {
        kind: 'move',
        ...signs({ containerAt: null, zonedAt: '2026-01-02T08:00:00.000Z' }),
        times: times({ startAt: '2026-01-02T14:00:00.000Z', endAt: '2026-01-02T14:05:00.000Z' }),
      },
      '无法判断',
      /申报的时间晚于收到文件的时间，可能是填写有误或者时区不同/,
    ],
    // The declared minute is also the first of a year.
    ...['2024-12-31T16:00:00.000Z', '2025-12-31T16:00:00.000Z'].map((at): [LineName, Partial<DossierFacts>, Finding, RegExp] => [
      'ownTime',
      {
        ...signs({ mediaType: 'image/jpeg', containerAt: null, takenLocal: `${at.startsWith('2024') ? 2025 : 2026}-01-01T00:00:00` }),
        times: times({ startAt: at, endAt: at }),
      },
      '成立',
      /按北京时间理解/,
    ]),
    // A GPS fix may be hours old: it makes the picture older, or its zone another one, and never younger.
    ['ownTime', signs({ zonedAt: '2026-01-02T08:00:00.000Z', isZonedByGps: true }), '成立', /时区按 GPS 时钟推算/],
    [
      'ownTime',
      signs({ zonedAt: '2026-01-02T05:00:00.000Z', isZonedByGps: true, takenLocal: null, timeOf: 'fix' }),
      '无法判断',
      /GPS 定位于/,
    ],
    [
      'ownTime',
      signs({ zonedAt: '2026-01-09T05:00:00.000Z', isZonedByGps: true, containerAt: null, takenLocal: null, timeOf: 'fix' }),
      '不成立',
      /晚于出具机构/,
    ],
    [
      'ownTime',
      signs({ zonedAt: '2026-01-02T07:00:00.000Z', isZonedByGps: true, takenLocal: '2026-01-02T16:00:00', containerAt: null }),
      '无法判断',
      /更早一次定位/,
    ],
    [
      'ownTime',
      signs({ zonedAt: '2019-05-01T07:00:00.000Z', isZonedByGps: true, takenLocal: '2019-05-01T15:00:00', containerAt: null }),
      '无法判断',
      /GPS.+先形成、后取证/,
    ],
    // Many devices start on the first day of the year in which they were made.
    ['ownTime', signs({ zonedAt: '2017-01-01T00:12:03.000Z' }), '无法判断', /未经设置的设备时钟/],
    ['ownTime', signs({ containerAt: null, takenLocal: '2014-12-31T23:59:00' }), '无法判断', /未经设置的设备时钟/],
    ['ownTime', { kind: 'move', ...signs({ zonedAt: '2017-01-05T00:12:03.000Z', containerAt: null }) }, '不成立', /相差/],
    ['ownTime', signs({ containerAt: null }), '无法判断', /没有从文件中读到形成时间/],
    ['sameHash', {}, '成立', /2 个文件的数字指纹（SHA-256），全部与存证时登记的相同/],
    ['inLog', { log: { ...dossierFacts().log, signature: { state: 'lacking', why: '甲' } } }, '无法判断', /检查点的签名没有得到核对.+须/],
    ['appendOnly', { log: { ...dossierFacts().log, sizes: [7] } }, '无法判断', /只有一个检查点，没有可比；须有另一时刻的检查点/],
    ['appendOnly', {}, '无法判断', /2 个检查点，分别在日志有 7、9 条记录时作出，/],
    [
      'cosigned',
      {},
      '无法判断',
      /只有出具机构自己的签名，没有见证方共同签名；出具机构是否对不同的人出示了不同的日志，没有外部单位可以证实；须/,
    ],
    [
      'cosigned',
      witnessedFacts({ checked: { state: 'absent' }, others: ['w'] }),
      '无法判断',
      /另有 1 个签名（w），证据包中没有这些见证方的公钥/,
    ],
    ['cosigned', witnessedFacts({ checked: { state: 'broken', why: '签名不符' } }), '不成立', /不成立：签名不符/],
    ['cosigned', witnessedFacts({ checked: { state: 'lacking', why: '见证策略没有列出本日志' } }), '无法判断', /见证策略没有列出本日志/],
    ['cosigned', witnessedFacts({ cosigned: [] }), '无法判断', /列有 3 个见证方，本证据的检查点还没有它们的共同签名/],
    [
      'cosigned',
      witnessedFacts({ isMet: false }),
      '无法判断',
      /其中 2 个（“法院”、“协会”）在日志有 7 条记录时的检查点上共同签名，没有达到/,
    ],
    [
      'cosigned',
      witnessedFacts({ size: 7 }),
      '无法判断',
      new RegExp(
        '达到策略的要求，最近一次在 2026-01-02 16:06:00（北京时间），距本说明所称的时刻 15 小时 54 分；' +
          '其中“法院”的地址为 witness\\.court\\.cn.+；须把 policy\\.txt 中的公钥与各见证方自己公布的核对。$',
      ),
    ],
    ['cosigned', witnessedFacts({ cosigned: [{ name: '法院', at: null }] }), '无法判断', /没有写明签名的时间；/],
    ['inLog', {}, '成立', /^存证清单是存证日志的第 5 条记录；日志有 7 条记录时，出具机构对全部记录签名确认，其中包括这一条。$/],
    ['onChain', {}, '不涉及', /没有写入区块链/],
    ['recorded', {}, '成立', /涵盖证据清单和清单所列的 2 个文件，.+“某时间戳中心”于 2026-01-03 08:10:00（北京时间）签发时间戳/],
    ['recorded', record({ lost: ['original-1.mp4'], covered: 2 }), '成立', /其中 original-1.mp4 没有包括在续期后的记录中/],
    ['recorded', { evidenceRecord: { state: 'absent' } }, '无法判断', /存证次日形成/],
    ['recorded', { evidenceRecord: { state: 'broken', why: '没有涵盖 manifest.json' } }, '不成立', /没有涵盖 manifest.json/],
    ['recorded', { outsiders: ownServices }, '无法判断', /运行在出具机构自己的机器上，不能认定为第三方；须/],
    ['renewed', { outsiders: ownServices }, '无法判断', /不能认定为第三方/],
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
    ['reread', {}, '无法判断', /2026-01-03 08:00:00（北京时间）之后都重新读取过.+没有其他机构核对；须自行计算/],
    ['reread', { record: officeRecord({ reread: { at: null, state: 'unchecked' } }) }, '无法判断', /没有全部轮到/],
    ['reread', { record: officeRecord({ reread: { at: '2026-01-03T00:00:00.000Z', state: 'damaged' } }) }, '不成立', /发现文件损坏/],
    ['certificateSigned', {}, '无法判断', /签名覆盖证书全文，并带有可信时间戳.+须把 office\.pem 的指纹/],
    ['certificateSigned', { certificate: { ...signature, signedAt: '2040-01-01T00:00:00.000Z' } }, '不成立', /不在有效期之内/],
    ['packageSigned', {}, '无法判断', /在本说明作出之后才整体签名/],
    ['transfer', {}, '无法判断', /没有留下发送方在传输之前申报数字指纹的记录/],
    ['transfer', { record: officeRecord({ transfer: { declaredSha256: 'f'.repeat(64) } }) }, '不成立', /二者不同/],
    ['transfer', { kind: 'web' }, '不涉及', /没有发送方/],
    ['custody', {}, '无法判断', /共有 3 次经手的记录，经手人 2 名：存证 1 次、查看存证 2 次，没有其他人的记录可以印证/],
    [
      'custody',
      { record: officeRecord({ custody: officeRecord().custody.slice(0, 1) }) },
      '无法判断',
      /^据出具机构记录，在 2026-.{14}（北京时间）共有 1 次经手的记录/,
    ],
    ['custody', { record: officeRecord({ custody: [] }) }, '无法判断', /不知道由谁经手/],
    ['neutrality', {}, '无法判断', /须由当事人说明/],
  ])('%s of these facts', (name, change, finding, text) => {
    const [found, sentence] = lineOf(name, change);
    expect([found, sentence]).toEqual([finding, expect.stringMatching(text)]);
  });

  it.each<[LineName, Partial<DossierFacts>, string]>([
    ['notBefore', { bracket: { mark: { ...capturedMark, fault: '时间标记不成立' }, notAfter: null, clocks: null } }, 'mark.json'],
    ['stamped', { timestamp: { state: 'broken', why: '时间戳针对的是其他内容' } }, 'checkpoint.txt'],
    ['appendOnly', { log: { ...dossierFacts().log, consistency: { state: 'broken', why: '推算出的树根不同' } } }, 'consistency.txt'],
    ['inLog', { log: { ...dossierFacts().log, inclusion: { state: 'broken', why: '推算出的树根不同' } } }, 'manifest.json'],
  ])('that contradicts because a file was changed convicts nothing: %s', (name, change, file) => {
    const facts = dossierFacts(change);
    expect(deriveLine(dossierRules[name], facts).结论).toBe('不成立');
    const changed = { ...facts, files: { ...facts.files, broken: [file] } };
    expect(deriveLine(dossierRules[name], changed)).toMatchObject({
      结论: '无法判断',
      说明: expect.stringMatching(new RegExp(`材料 ${file.replace('.', '\\.')}.*与清单所列的不同，可能被改动`)) as string,
    });
    // A list that nobody signed says nothing of what was changed.
    const unsigned = { ...facts, files: { ...facts.files, broken: [file], isListSigned: false } };
    expect(deriveLine(dossierRules[name], unsigned).结论).toBe('不成立');
  });

  it('on sameness convicts a file that was changed, and none if the manifest was', () => {
    const { files } = dossierFacts();
    const listed = files.listed.map((file) => ({ ...file, state: file.role === 'original' ? ('other' as const) : file.state }));
    const answer = (broken: readonly string[]) =>
      deriveLine(dossierRules.sameHash, dossierFacts({ files: { ...files, listed, broken } })).结论;
    expect(answer(['original-1.mp4'])).toBe('不成立');
    expect(answer(['manifest.json', 'original-1.mp4'])).toBe('无法判断');
  });

  it('that names a changed file says nothing that holds', () => {
    const facts = dossierFacts();
    const broken = { ...facts, files: { ...facts.files, broken: ['office.pem'] } };
    expect(deriveLine(dossierRules.certificateSigned, broken)).toMatchObject({
      结论: '无法判断',
      说明: '材料 office.pem 与清单所列的不同，可能被改动，不能据以判断；须取得完整、未改动的证据包。',
    });
  });

  it('that names a file for which nobody signed does not say that it was changed', () => {
    const facts = dossierFacts();
    const unsigned = { ...facts, files: { ...facts.files, broken: ['office.pem'], isListSigned: false } };
    expect(deriveLine(dossierRules.certificateSigned, unsigned)).toMatchObject({
      结论: '无法判断',
      说明: expect.stringMatching(/^校验清单没有出具机构的有效签名，材料 office\.pem 没有别的东西可以核对，不能据以判断；/) as string,
    });
  });

  it('that names a missing file says that it is missing, and not that it was changed', () => {
    const facts = dossierFacts();
    const [original] = facts.files.listed.filter(({ role }) => role === 'original');
    const name = original?.name ?? '';
    const names = facts.files.names.filter((one) => one !== name);
    const lacking = { ...facts, files: { ...facts.files, names, broken: [name] } };
    expect(deriveLine(dossierRules.ownFormat, lacking)).toMatchObject({
      结论: '无法判断',
      说明: `证据包中缺少材料 ${name}，不能据以判断；须取得完整、未改动的证据包。`,
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
    ['a member more', (text) => text.replace('"version": 3', '"version": 3, "x": 1'), 'other-spelling'],
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
    // The rules of some lines became stricter since version 2.
    const earlier = compareDossier({ ...dossier, version: 2, lines: more }, dossier.lines).map(({ question }) => question);
    expect(earlier.filter((question) => revisedQuestions.has(question))).toEqual([]);
    expect(earlier).not.toEqual([]);
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

/** A file that was handed in without its type. */
function untyped(mediaType: string): Partial<DossierFacts> {
  return listedAs('application/octet-stream', { mediaType, takenLocal: null, software: '' });
}

/** A file that was handed in under a type, whatever it holds. */
function listedAs(type: string, change: Parameters<typeof signs>[0]): Partial<DossierFacts> {
  const { files } = dossierFacts();
  const listed = files.listed.map((file) => (file.role === 'original' ? { ...file, mediaType: type } : file));
  return { ...signs(change), files: { ...files, listed } };
}

/** Its declared end is behind its receipt. */
const late: Partial<DossierFacts> = { times: times({ endAt: '2026-01-02T09:00:00.000Z' }) };
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

function issued(change: Partial<DossierFacts['issuers']>): Partial<DossierFacts> {
  return { issuers: { ...dossierFacts().issuers, ...change } };
}
