import { userType } from '../../../business/codes/users.ts';
import { tokenCommand } from '../../evidence/check-commands.ts';
import { articles } from '../basis.ts';
import { fails, holds, notAsked, unknown, type Answer } from '../line.ts';
import { judgeBracket } from '../../marks/bracket.ts';
import { deviceParts } from '../facts/declared.ts';
import type { LineRule } from '../rule.ts';
import { bracketMaterials, ownBracket } from './bracket-proofs.ts';
import { earliestProof } from '../facts/not-after.ts';
import type { DossierFacts } from '../facts/facts.ts';
import { spanText } from '../../../kit/text/span.ts';
import { captureClock, hostClock } from './capture-clock.ts';
import { elsewhere, nameOf, onPage, run, show } from './recheck.ts';
import { clause, isCapture, isRecording, noManifest, notRecorded, timeText, wholePackage } from './wording.ts';

/** Authenticity before logging (上链前的真实性, §18): who, with which device, in what environment, and when. */

const submitter: LineRule = {
  question: '电子数据由谁提交，提交人的身份是否经过核实',
  basis: [articles.online18, articles.evidence93keeper],
  files: ['manifest.json', 'office-record.json', 'role:details'],
  check({ record, declared, ...facts }) {
    if (!record || !declared) return unknown(`${notRecorded}，不知道由谁提交、身份是否经过核实`, '须由出具机构提供实名审核的记录');
    const { ownerType, review, refusedSupplement: refused, client } = record.submitter;
    const program = client && `接入出具机构系统的程序“${client.name}”（编号 ${client.appId}）`;
    const made = isCapture(facts) ? '由出具机构的取证程序生成' : '';
    const sent = sentBy(program, made, client?.name === declared.holder);
    const who = `${userType.label(ownerType)}用户“${declared.holder}”的电子数据${made}${sent}`;
    if (!review) return unknown(`据出具机构记录，${who}，存证之前没有实名审核的记录`, '须另行核实提交人的身份');
    const statement = `该用户的实名资料于 ${timeText(review.at)}由审核人“${review.by}”审核`;
    if (review.result === 'failed') return fails(`据出具机构记录，${who}，${statement}，未通过。`);
    const note = refused ? `；此后补充的资料于 ${timeText(refused.at)}审核未通过，不影响已经通过的审核` : '';
    return holds(`据出具机构记录，${who}，${statement}，已通过${note}。`);
  },
  recheck: `${show('office-record.json', '查看 submitter')}${show('details.json', '查看 holder')}审核资料原件可以向出具机构调取。`,
};

/** Whose data it is, a program that is not its owner's says alone. @param made who made the data; empty unless the office did. */
function sentBy(program: string | null, made: string, isNamesake: boolean): string {
  if (program === null) return made === '' ? '没有记载由哪个程序提交' : '';
  if (isNamesake) return `${made && '，'}由与该用户同名、${program}${made === '' ? '提交，提交' : '申请，申请'}时附有该程序的签名`;
  const act = made === '' ? '提交，提交时附有该程序的签名；是否由该用户提供' : '申请，申请时附有该程序的签名；是否由该用户申请';
  return `${made && '，'}由${program}以该用户的名义${act}，只有该程序的说法`;
}

const device: LineRule = {
  question: '是否记载了生成电子数据的设备和程序',
  basis: [articles.online18, articles.evidence93environment],
  files: (facts) => ['manifest.json', isCapture(facts) ? 'role:environment-check' : 'role:details'],
  check(facts) {
    return isCapture(facts) ? browserAnswer(facts) : deviceAnswer(facts);
  },
  recheck: (facts) =>
    isCapture(facts)
      ? run(`cat ${nameOf(facts, 'environment-check')}`, '查看 item 为 browser 的一项')
      : show('details.json', '查看 device'),
};

function browserAnswer({ environment }: DossierFacts): Answer {
  const browser = environment?.items.find(({ item }) => item === 'browser');
  if (!browser) return unknown('环境检查报告没有记载取证所用的浏览器', '须由出具机构说明取证所用的程序');
  const sentence = `由出具机构的取证程序在服务器上以浏览器打开网页生成：${clause(browser.finding)}`;
  return browser.passed ? unknown(`${sentence}，只有出具机构自己的记载`, inspected) : fails(`${sentence}。`);
}

function deviceAnswer({ declared }: DossierFacts): Answer {
  const parts = declared?.device ? deviceParts(declared.device) : [];
  if (parts.length === 0) return unknown('提交时没有说明生成文件的设备和程序，无从得知', '须由提交人说明并提供设备');
  const stated = parts.map(([label, text]) => `${label}“${text}”`).join('，');
  return unknown(`提交时申报的生成环境为${stated}，由设备自行申报，未经核对`, '须勘验该设备');
}

const environment: LineRule = {
  question: '取证之前是否逐项检查了设备和网络环境',
  basis: [articles.online18, articles.evidence93environment, articles.evidence93checks],
  files: ['manifest.json', 'role:environment-check'],
  check({ kind, environment: report }) {
    if (kind === null) return unknown(noManifest, wholePackage);
    if (kind === 'process' || kind === 'move') return unknown('录制由提交人的设备完成，提交时没有附带环境检查报告', '须勘验该设备');
    if (kind !== 'web') return notAsked('本证据是提交人自行形成的文件，取证时的环境检查不适用。');
    if (!report) return unknown('证据包中没有可读的环境检查报告', wholePackage);
    const bad = report.items.filter(({ passed }) => !passed);
    const required = bad.filter(({ mandatory }) => mandatory);
    const checked = report.items.map(({ name }) => name).join('、');
    const counted = `取证开始前于 ${timeText(report.checkedAt)}检查 ${report.items.length} 项（${checked}）`;
    if (report.items.length === 0) return unknown('环境检查报告中没有检查项目', inspected);
    if (required.length > 0) return fails(`${counted}，其中必须通过而未通过的有${named(required)}。`);
    const passed = bad.length > 0 ? `必须通过的项目全部通过，仅供参考而未通过的有${named(bad)}` : '全部通过';
    return unknown(`${counted}，${passed}，检查由出具机构自己的程序进行`, inspected);
  },
  recheck: (facts) =>
    isCapture(facts)
      ? run(`cat ${nameOf(facts, 'environment-check')}`, '逐项查看 passed（是否通过）、finding（结论）和 raw（设备原始输出）')
      : elsewhere('请提交人说明设备和形成过程，必要时由法院勘验设备'),
};

/** What settles a statement of the office about its own capturing machine. */
const inspected = '须由出具机构以外的机构勘验取证系统';

function named(items: readonly { readonly name: string; readonly finding: string }[]): string {
  return items.map(({ name, finding }) => `“${name}”（${clause(finding)}）`).join('、');
}

const clock: LineRule = {
  question: '取证时的时钟是否准确',
  basis: [articles.online18, articles.evidence93environment],
  files: (facts) => [
    'manifest.json',
    'role:environment-check',
    ...(isRecording(facts) ? (['role:details'] as const) : []),
    ...(hostClock(facts) === null ? [] : bracketMaterials(facts)),
  ],
  check(facts) {
    if (!isCapture(facts)) return clockOfDevice(facts);
    return captureClock(facts);
  },
  recheck: (facts) =>
    isCapture(facts)
      ? run(`cat ${nameOf(facts, 'environment-check')}`, '查看 item 为 clock 和 target-clock 的两项')
      : show('manifest.json', '比较 endAt（申报的结束时间，录制文件为申报的开始时间加上时长）与 receivedAt（收到文件的时间）'),
};

/**
 * Besides the device's clock, the only other clock is the office's, when it received the file. Only a recording that names its device was
 * dated by that device; another time is what whoever handed the file in declared, which a slip or another zone makes late.
 */
function clockOfDevice(facts: DossierFacts): Answer {
  const { times } = facts;
  if (!times) return unknown(noManifest, wholePackage);
  const { startAt, endAt, receivedAt } = times;
  if (endAt === null) return notAsked(`提交时没有申报取证的${startAt === null ? '起止' : '结束'}时间，没有设备时钟可以比对。`);
  const [ended, received] = [Date.parse(endAt), Date.parse(receivedAt)];
  const end = `${isRecording(facts) ? '申报的开始时间加上录制时长，得结束时间' : '申报的结束时间'} ${timeText(endAt)}`;
  const isLate = ended > received + toleranceMs;
  const late = `${end}，晚于出具机构收到文件的时间 ${timeText(receivedAt)}，相差 ${spanText(ended - received)}`;
  if (isLate && hasDeviceClock(facts)) return fails(`${late}，设备时钟不准。`);
  if (isLate)
    return unknown(`${late}；这是提交时申报的时间，不知道取自哪个设备的时钟，可能是填写有误或者时区不同`, '须由提交人说明该时间的来源');
  return unknown(
    `${end}，不晚于收到文件的时间 ${timeText(receivedAt)}，设备时钟没有与其他时钟比对，不能据此认定准确`,
    '须勘验该设备的时钟设置',
  );
}

function hasDeviceClock(facts: DossierFacts): boolean {
  return isRecording(facts) && facts.declared?.device != null && deviceParts(facts.declared.device).length > 0;
}

const notBefore: LineRule = {
  question: '电子数据是否不早于所称时间形成',
  basis: [articles.online18],
  // The details name the mark; the capture log or an original shows it.
  files: (facts) => ['manifest.json', ...bracketMaterials(facts)],
  check(facts) {
    const { bracket, files } = facts;
    if (!bracket.mark) return unknown('证据中没有当时才能得知的时间标记，不能排除在所称时间之前已经形成', '须有其他材料证明形成的时间');
    if (!files.names.includes('log-key.txt') || files.broken.includes('log-key.txt'))
      return unknown('日志公钥的文件缺失，或者被改动，时间标记的检查点无从核对', wholePackage);
    const { finding, text } = judgeBracket(bracket);
    const own = finding === '成立' ? ownBracket(facts) : null;
    if (own !== null) return unknown(`${text}，但${own}，不能认定为第三方的时间`, outsideToken);
    // A missing or changed file that names or shows the mark is evidence neither for nor against it.
    const isOpen = finding === '不成立' || bracket.mark.binding === 'unbound';
    if (isOpen && files.listed.some(({ state }) => state !== 'same'))
      return unknown('写明或者含有时间标记的文件缺失，或者被改动，不能判断', wholePackage);
    return { finding, text: `${text}。` };
  },
  recheck: ({ bracket }) =>
    bracket.mark
      ? `${run('sha256sum mark.json', '在证据中找到该摘要')}${onPage('时间标记属于该证据')}`
      : onPage('审查说明与按证据包推得的相同'),
};

const notAfter: LineRule = {
  question: '电子数据最迟在什么时间已经存在',
  basis: [articles.online18, articles.online16],
  files: (facts) => [
    'manifest.json',
    'manifest.tsr',
    'manifest-chain.pem',
    'timestamp.tsr',
    'timestamp-chain.pem',
    'log-key.txt',
    'checkpoint.txt',
    'proof.tlog-proof',
    'timestamp.tlog-proof',
    'anchor.json',
    'office.pem',
    'office-record.json',
    ...(earliestProof(facts) ? [] : (['policy.txt'] as const)),
  ],
  check(facts) {
    const proof = earliestProof(facts);
    if (!proof && facts.transaction.state === 'held')
      return unknown('没有可信时间戳，只有区块链交易，离线不能判断', '须在链上查询交易的时间');
    const own = ownService(facts);
    if (!proof && own !== null) return unknown(`${own}，没有第三方的时间证明，不能向不信任出具机构的人证明最迟时间`, outsideToken);
    if (!proof) return unknown('没有第三方的时间证明，只有出具机构自己的时钟，不能向不信任出具机构的人证明最迟时间', outsideToken);
    const received = facts.times?.receivedAt;
    const late =
      received === undefined ? '' : `，在出具机构收到文件之后 ${spanText(Math.max(0, Date.parse(proof.at) - Date.parse(received)))}`;
    return holds(`${proof.source}证明，本证据最迟在 ${timeText(proof.at)}已经存在${late}；机构的身份以核对其根证书为准。`);
  },
  recheck: (facts) =>
    facts.timestamp.state === 'held' && earliestProof(facts)
      ? run(tokenCommand('checkpoint.txt', 'timestamp.tsr', 'timestamp-chain.pem', new Date(facts.timestamp.at)), '应显示 Verification: OK')
      : onPage('审查说明与按证据包推得的相同'),
};

/** Why the times that vouch for the evidence are the office's own; null where there are none. */
function ownService({ timestamp, evidenceTimestamp, witnesses, outsiders }: DossierFacts): string | null {
  if (evidenceTimestamp.state === 'held' && outsiders.evidenceTimestamp !== null) return outsiders.evidenceTimestamp;
  if (timestamp.state === 'held' && outsiders.timestamp !== null) return outsiders.timestamp;
  return witnesses.metAt === null ? null : outsiders.witnesses;
}

const outsideToken = '须有出具机构以外的时间戳机构签发的时间戳';
const toleranceMs = 300_000;

export const beforeRules = { submitter, device, environment, clock, notBefore, notAfter } as const satisfies Readonly<
  Record<string, LineRule>
>;
