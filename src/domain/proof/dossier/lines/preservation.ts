import { show } from './recheck.ts';
import { articles } from '../basis.ts';
import { fails, holds, notAsked, unknown } from '../line.ts';
import { mainFile } from '../facts/main-file.ts';
import type { CustodyStep } from '../facts/office-record.ts';
import type { LineRule } from '../rule.ts';
import { isCapture, notRecorded, timeText } from './wording.ts';

/** Complete preservation (完整保存, 证据规定 §93 (四)(六)). */

const transfer: LineRule = {
  question: '文件在传输中是否完整，收到的是否就是发出的',
  basis: [articles.evidence93keeping],
  files: (facts) => (isCapture(facts) ? ['manifest.json'] : ['manifest.json', 'office-record.json']),
  check(facts) {
    const { record } = facts;
    const file = mainFile(facts.files.listed);
    if (isCapture(facts)) return notAsked('文件由出具机构的取证程序在服务器上生成后直接保存，没有发送方。');
    if (!record || !file) return unknown(`${notRecorded}，不知道发送方在传输之前申报的数字指纹`, sender);
    const { declaredSha256 } = record.transfer;
    if (declaredSha256 === null) return unknown('出具机构没有留下发送方在传输之前申报数字指纹的记录，只能证明收到以后没有改动', sender);
    if (declaredSha256 !== file.sha256) return fails(`发送方申报的数字指纹为 ${declaredSha256}，收到的文件为 ${file.sha256}，二者不同。`);
    return holds(`发送方在传输之前申报的数字指纹与从收到的文件算出的相同，均为 ${file.sha256}，传输中没有改动。`);
  },
  recheck: (facts) =>
    isCapture(facts)
      ? show('manifest.json', '查看 kind：文件在取证机上生成')
      : `${show('office-record.json', '比较 declaredSha256 与清单中原始文件的 sha256')}发送方留有原件的，可以重新计算。`,
};

const sender = '须由发送方用所留的原件计算数字指纹，与清单比较';

const custody: LineRule = {
  question: '从收到文件到本次下载，每一次经手是否都有记录',
  basis: [articles.evidence93keeping, articles.evidence93keeper],
  files: ['manifest.json', 'office-record.json'],
  check({ record }) {
    if (!record || record.custody.length === 0) return unknown(`${notRecorded}，不知道由谁经手`, others);
    const steps = record.custody;
    const begun = steps.some(({ act }) => beginnings.has(act));
    const harmed = steps.filter(({ act }) => act === '发现文件损坏' || act === '发现文件缺失');
    const stepsText = describeSteps(steps, record.stepsLeftOut);
    if (!begun) return unknown(`据出具机构记录，${stepsText}，其中没有收到文件时的记录`, others);
    if (harmed.length > 0 && !healed(steps))
      return fails(`据出具机构记录，${stepsText}，其中${timeText(harmed.at(-1)?.from ?? '')}${harmed.at(-1)?.act ?? ''}。`);
    return unknown(`据出具机构记录，${stepsText}，没有其他人的记录可以印证`, others);
  },
  recheck: `${show('office-record.json', '查看 custody，逐条列出时间、经手人和事项')}可以向出具机构调取操作日志核对。`,
};

const others = '须与提交人和接入程序各自保存的记录核对';

const beginnings = new Set(['存证', '登记取证', '申请网页取证', '网页取证']);

/** Whether the file was found intact again after the last damage or loss. */
function healed(steps: readonly CustodyStep[]): boolean {
  const acts = steps.map(({ act }) => act);
  return acts.lastIndexOf('文件恢复完好') > Math.max(acts.lastIndexOf('发现文件损坏'), acts.lastIndexOf('发现文件缺失'));
}

function describeSteps(steps: readonly CustodyStep[], leftOut: number): string {
  const counts = new Map<string, number>();
  for (const { act, count } of steps) counts.set(act, (counts.get(act) ?? 0) + count);
  const [first, last] = [steps[0], steps.at(-1)];
  const hands = new Set(steps.map(({ hand }) => `${hand.kind} ${hand.name}`)).size;
  const total = steps.reduce((sum, { count }) => sum + count, leftOut);
  const acts = [...counts].map(([act, count]) => `${act} ${count} 次`).join('、');
  const more = leftOut > 0 ? `，另有 ${leftOut} 次未列出` : '';
  const [from, until] = [timeText(first?.from ?? ''), timeText(last?.until ?? '')];
  const span = from === until ? `在 ${from}` : `自 ${from}至 ${until}`;
  return `${span}共有 ${total} 次经手的记录，经手人 ${hands} 名：${acts}${more}`;
}

export const preservationRules = { transfer, custody } as const satisfies Readonly<Record<string, LineRule>>;
