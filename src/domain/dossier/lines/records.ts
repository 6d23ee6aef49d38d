import { algorithmNames } from '../../records/digest-algorithms.ts';
import type { RecordLinkFacts } from '../../records/record-facts.ts';
import { linkKindTexts } from '../../records/record-texts.ts';
import { articles } from '../basis.ts';
import { fails, holds, unknown } from '../line.ts';
import type { LineRule } from '../rule.ts';
import { timeText } from './wording.ts';

/** Integrity after logging (上链后未被篡改) for as long as the evidence is kept, shown by the evidence record (RFC 4998). */

const recorded: LineRule = {
  question: '证据清单和所列文件的摘要是否由存证记录证明',
  basis: [articles.online16],
  files: ['manifest.ers', 'manifest.json'],
  check({ evidenceRecord: record }) {
    if (record.state === 'absent') return unknown('证据包中没有存证记录：存证记录在存证次日形成，取得时间戳之后可以向出具机构索取。');
    if (record.state === 'broken') return fails(`存证记录不成立：${record.why}。`);
    const [first] = record.links;
    const lost = record.lost.length === 0 ? '' : `，其中 ${record.lost.join('、')} 没有包括在续期后的记录中`;
    return holds(
      `存证记录涵盖证据清单和清单所列的 ${record.covered + record.lost.length - 1} 个文件，没有清单以外的内容${lost}；` +
        `当日的全部存证汇总之后，由时间戳机构“${nameOf(first)}”于 ${timeText(first?.at ?? '')}签发时间戳。`,
    );
  },
  recheck: ({ evidenceRecord }) =>
    evidenceRecord.state === 'absent'
      ? newest
      : '用 Bouncy Castle 等支持 RFC 4998 的程序，以 manifest.json 和清单所列的文件核对 manifest.ers。',
};

const renewed: LineRule = {
  question: '存证记录的时间戳是否在到期之前续期，至今有效',
  basis: [articles.online16, articles.evidence93keeping],
  files: ['manifest.ers'],
  check({ evidenceRecord: record }) {
    if (record.state === 'absent') return unknown('证据包中没有存证记录，不知道时间戳到期之前是否续期。');
    if (record.state === 'broken') return unknown('证据包中的存证记录不成立，不能据以判断是否续期。');
    const [last, count] = [record.links.at(-1), record.links.length];
    if (record.state === 'ended')
      return unknown(
        `存证记录第 ${count} 个时间戳的机构“${nameOf(last)}”的证书${last?.until ? `已于 ${timeText(last.until)}到期` : '没有写明期限'}，` +
          '此后没有续期，仅凭本证据包不能判断；可以向出具机构取得最新的存证记录。',
      );
    const valid = `机构证书有效至 ${timeText(last?.until ?? '')}`;
    if (count === 1) return holds(`存证记录有 1 个时间戳，${valid}，尚未到期，还不需要续期。`);
    const links = record.links.map(({ kind, at, algorithm }) => `${linkKindTexts[kind]}（${timeOf(at)}，${algorithmNames[algorithm]}）`);
    return holds(
      `存证记录有 ${count} 个时间戳：${links.join('、')}，时间均为北京时间；后一个都在前一个的机构证书到期之前签发，最后一个的${valid}。`,
    );
  },
  recheck: ({ evidenceRecord }) =>
    evidenceRecord.state === 'absent'
      ? newest
      : `执行 openssl asn1parse -inform DER -in manifest.ers，查看各时间戳的签发时间和机构证书的有效期；${newest}`,
};

const newest = '最新的存证记录可以在出具机构的 /open/v1/records/ 之后加上存证编号下载。';

function nameOf(link: RecordLinkFacts | undefined): string {
  return (link?.authority ?? '').replace(/[\p{C}“”]/gu, '').slice(0, 100) || '未具名';
}

/** The time without its time zone, which the sentence states once for all times. */
function timeOf(instant: string): string {
  return timeText(instant).replace('（北京时间）', '');
}

export const recordRules = { recorded, renewed } as const satisfies Readonly<Record<string, LineRule>>;
