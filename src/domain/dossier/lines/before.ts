import { userType } from '../../codes/users.ts';
import { articles } from '../basis.ts';
import { fails, holds, notAsked, unknown, type Answer } from '../line.ts';
import { judgeBracket } from '../../marks/bracket.ts';
import type { LineRule } from '../rule.ts';
import { earliestProof } from '../facts/not-after.ts';
import type { DossierFacts } from '../facts/facts.ts';
import { spanText } from '../../text/span.ts';
import { clause, isCapture, noManifest, notRecorded, timeText } from './wording.ts';

/** Authenticity before logging (上链前的真实性, §18): who, with which device, in what environment, and when. */

const submitter: LineRule = {
  question: '电子数据由谁提交，提交人的身份是否经过核实',
  basis: [articles.online18, articles.evidence93keeper],
  files: ['manifest.json', 'office-record.json', 'role:details'],
  check({ record, declared }) {
    if (!record || !declared) return unknown(`${notRecorded}，不知道由谁提交、身份是否经过核实。`);
    const { ownerType, review, client } = record.submitter;
    const by = client
      ? `由接入出具机构系统的程序“${client.name}”（编号 ${client.appId}）代为提交，提交时附有该程序的签名`
      : '由出具机构的取证程序提交';
    const who = `${userType.label(ownerType)}用户“${declared.holder}”的电子数据${by}`;
    if (!review) return unknown(`据出具机构记录，${who}，存证之前没有实名审核的记录。`);
    const statement = `该用户的实名资料于 ${timeText(review.at)}由审核人“${review.by}”审核`;
    if (review.result === 'failed') return fails(`据出具机构记录，${who}，${statement}，未通过。`);
    return holds(`据出具机构记录，${who}，${statement}，已通过。`);
  },
  recheck: '查看 office-record.json 的 submitter 和 details.json 的 holder；审核资料原件可以向出具机构调取。',
};

const device: LineRule = {
  question: '是否记载了生成电子数据的设备和程序',
  basis: [articles.online18, articles.evidence93environment],
  files: (facts) => ['manifest.json', isCapture(facts) ? 'role:environment-check' : 'role:details'],
  check(facts) {
    return isCapture(facts) ? browserAnswer(facts) : deviceAnswer(facts);
  },
  recheck: (facts) =>
    isCapture(facts)
      ? '打开环境检查报告 environment-check.json，查看 item 为 browser 的一项。'
      : '查看 details.json 的 device；设备本身可以请提交人提供。',
};

function browserAnswer({ environment }: DossierFacts): Answer {
  const browser = environment?.items.find(({ item }) => item === 'browser');
  if (!browser) return unknown('环境检查报告没有记载取证所用的浏览器。');
  const sentence = `由出具机构的取证程序在服务器上以浏览器打开网页生成：${clause(browser.finding)}。`;
  return browser.passed ? holds(sentence) : fails(sentence);
}

function deviceAnswer({ declared }: DossierFacts): Answer {
  const said = declared?.device;
  if (!said) return unknown('提交时没有说明生成文件的设备和程序，无从得知。');
  const parts = [
    ['设备', [said.name, said.model].filter(Boolean).join(' ')],
    ['系统', [said.system, said.systemVersion].filter(Boolean).join(' ')],
    ['程序版本', said.appVersion],
    ['处理器', [said.processor, said.core].filter(Boolean).join(' ')],
  ].filter(([, text]) => text !== '');
  if (parts.length === 0) return unknown('提交时没有说明生成文件的设备和程序，无从得知。');
  return holds(`提交时申报的生成环境为${parts.map(([label, text]) => `${label}“${text}”`).join('，')}，由设备自行申报，未经核对。`);
}

const environment: LineRule = {
  question: '取证之前是否逐项检查了设备和网络环境',
  basis: [articles.online18, articles.evidence93environment, articles.evidence93checks],
  files: ['manifest.json', 'role:environment-check'],
  check({ kind, environment: report }) {
    if (kind === null) return unknown(noManifest);
    if (kind === 'process' || kind === 'move') return unknown('录制由提交人的设备完成，提交时没有附带环境检查报告。');
    if (kind !== 'web') return notAsked('本证据是提交人自行形成的文件，取证时的环境检查不适用。');
    if (!report) return unknown('证据包中没有可读的环境检查报告。');
    const bad = report.items.filter(({ passed }) => !passed);
    const required = bad.filter(({ mandatory }) => mandatory);
    const checked = report.items.map(({ name }) => name).join('、');
    const counted = `取证开始前于 ${timeText(report.checkedAt)}检查 ${report.items.length} 项（${checked}）`;
    if (report.items.length === 0) return unknown('环境检查报告中没有检查项目。');
    if (required.length > 0) return fails(`${counted}，其中必须通过而未通过的有${named(required)}。`);
    if (bad.length > 0) return holds(`${counted}，必须通过的项目全部通过，仅供参考而未通过的有${named(bad)}。`);
    return holds(`${counted}，全部通过。`);
  },
  recheck: (facts) =>
    isCapture(facts)
      ? '打开 environment-check.json，逐项查看 passed（是否通过）、finding（结论）和 raw（设备原始输出）。'
      : '请提交人说明设备和形成过程，必要时由法院勘验设备。',
};

function named(items: readonly { readonly name: string; readonly finding: string }[]): string {
  return items.map(({ name, finding }) => `“${name}”（${clause(finding)}）`).join('、');
}

const clock: LineRule = {
  question: '取证时的时钟是否准确',
  basis: [articles.online18, articles.evidence93environment],
  files: ['manifest.json', 'role:environment-check'],
  check(facts) {
    if (!isCapture(facts)) return clockOfDevice(facts);
    const clocks = facts.environment?.items.filter(({ item }) => item === 'clock' || item === 'target-clock') ?? [];
    if (clocks.length === 0) return unknown('环境检查报告没有记载时钟的比对。');
    const statement = clocks.map(({ finding }) => clause(finding)).join('；');
    return clocks.every(({ passed }) => passed) ? holds(`${statement}。`) : fails(`${statement}。`);
  },
  recheck: (facts) =>
    isCapture(facts)
      ? '打开 environment-check.json，查看 item 为 clock 和 target-clock 的两项，raw 中是比对时的原始时间。'
      : '比较 manifest.json 的 endAt（设备所称）与 receivedAt（收到文件的时间）。',
};

/** Besides the device's clock, the only other clock is the office's, when it received the file. */
function clockOfDevice({ times }: DossierFacts): Answer {
  if (!times) return unknown(noManifest);
  const { endAt, receivedAt } = times;
  if (endAt === null) return notAsked('提交时没有申报取证的起止时间，没有设备时钟可以比对。');
  const [ended, received] = [Date.parse(endAt), Date.parse(receivedAt)];
  if (ended > received + toleranceMs)
    return fails(
      `设备所称的结束时间 ${timeText(endAt)}晚于出具机构收到文件的时间 ${timeText(receivedAt)}，` +
        `相差 ${spanText(ended - received)}，设备时钟不准。`,
    );
  return unknown(
    `设备所称的结束时间 ${timeText(endAt)}不晚于收到文件的时间 ${timeText(receivedAt)}，` +
      '设备时钟没有与其他时钟比对，不能据此认定准确。',
  );
}

const notBefore: LineRule = {
  question: '电子数据是否不早于所称时间形成',
  basis: [articles.online18],
  // The details name the mark; the capture log or an original shows it.
  files: ({ bracket }) => [
    'manifest.json',
    'mark.json',
    'mark.tsr',
    'timestamp.tsr',
    ...(bracket.mark ? (['role:details', 'role:capture-log', 'role:original'] as const) : []),
    ...(bracket.mark?.timestampAt === null ? (['policy.txt'] as const) : []),
  ],
  check({ bracket, files }) {
    if (!bracket.mark) return unknown('证据中没有当时才能得知的时间标记，不能排除在所称时间之前已经形成。');
    const { finding, text } = judgeBracket(bracket);
    // A missing or changed file that names or shows the mark is evidence neither for nor against it.
    if (finding === '不成立' && files.listed.some(({ state }) => state !== 'same'))
      return unknown('写明或者含有时间标记的文件缺失，或者被改动，不能判断。');
    return { finding, text: `${text}。` };
  },
  recheck: ({ bracket }) =>
    bracket.mark
      ? '按“如何验证.md”的“时间标记（不早于）”一节计算 mark.json 的摘要、用 openssl ts -verify 检查 mark.tsr，并在证据中找到该摘要。'
      : '本证据包没有可供核对的标记文件。',
};

const notAfter: LineRule = {
  question: '电子数据最迟在什么时间已经存在',
  basis: [articles.online18, articles.online16],
  files: (facts) => [
    'manifest.json',
    'manifest.tsr',
    'timestamp.tsr',
    'anchor.json',
    ...(earliestProof(facts)?.by === 'witnesses' ? (['proof.tlog-proof', 'policy.txt'] as const) : []),
  ],
  check(facts) {
    const proof = earliestProof(facts);
    if (!proof && facts.transaction.state === 'held') return unknown('没有可信时间戳，只有区块链交易，其时间须在链上查询，离线不能判断。');
    if (!proof) return unknown('没有第三方的时间证明，只有出具机构自己的时钟，不能向不信任出具机构的人证明最迟时间。');
    const received = facts.times?.receivedAt;
    const late =
      received === undefined ? '' : `，在出具机构收到文件之后 ${spanText(Math.max(0, Date.parse(proof.at) - Date.parse(received)))}`;
    return holds(`${proof.source}证明，本证据最迟在 ${timeText(proof.at)}已经存在${late}。`);
  },
  recheck: (facts) =>
    earliestProof(facts)?.by === 'witnesses'
      ? '先把 policy.txt 中见证方的公钥与各见证方自己公布的逐字核对，' +
        '再用支持 C2SP tlog-cosignature 的程序检查 proof.tlog-proof 末尾的各个签名。'
      : '按“如何验证.md”第三节用 openssl ts -verify 检查时间戳；区块链交易请在该链上按交易哈希查询。',
};

const toleranceMs = 300_000;

export const beforeRules = { submitter, device, environment, clock, notBefore, notAfter } as const satisfies Readonly<
  Record<string, LineRule>
>;
