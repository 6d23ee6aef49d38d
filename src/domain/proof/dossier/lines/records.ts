import { onPage } from './recheck.ts';
import { algorithmNames } from '../../records/digest-algorithms.ts';
import type { RecordLinkFacts } from '../../records/record-facts.ts';
import { linkKindTexts } from '../../records/record-texts.ts';
import { articles } from '../basis.ts';
import { fails, holds, unknown } from '../line.ts';
import type { LineRule } from '../rule.ts';
import { timeText, wholePackage } from './wording.ts';

/** Integrity after logging (上链后未被篡改) for as long as the evidence is kept, shown by the evidence record (RFC 4998). */

const recorded: LineRule = {
  question: '证据清单和所列文件的摘要是否由存证记录证明',
  basis: [articles.online16],
  files: ['manifest.ers', 'manifest.json', 'office.pem', 'office-record.json'],
  check({ evidenceRecord: record, outsiders }) {
    if (record.state === 'absent')
      return unknown('证据包中没有存证记录：出具机构使用可信时间戳的，存证记录在存证次日形成', '须在取得时间戳之后向出具机构索取');
    if (record.state === 'lacking') return unknown(`存证记录无法核对：${record.why}`, wholePackage);
    if (record.state === 'broken') return fails(`存证记录不成立：${record.why}。`);
    const [first] = record.links;
    const lost = record.lost.length === 0 ? '' : `，其中 ${record.lost.join('、')} 没有包括在续期后的记录中`;
    const covered =
      `存证记录涵盖证据清单和清单所列的 ${record.covered + record.lost.length - 1} 个文件，没有清单以外的内容${lost}；` +
      `当日的全部存证汇总之后，由时间戳机构“${nameOf(first)}”于 ${timeText(first?.at ?? '')}签发时间戳`;
    return outsiders.evidenceRecord === null
      ? holds(`${covered}；机构的身份以核对其根证书为准。`)
      : unknown(`${covered}，但${outsiders.evidenceRecord}，不能认定为第三方`, outsideStamp);
  },
  recheck: ({ evidenceRecord }) =>
    evidenceRecord.state === 'absent'
      ? newest
      : `用 Bouncy Castle 等支持 RFC 4998 的程序核对 manifest.ers，或者${onPage('审查说明与按证据包推得的相同')}`,
};

const renewed: LineRule = {
  question: '存证记录的时间戳是否在到期之前续期，至今有效',
  basis: [articles.online16, articles.evidence93keeping],
  files: ['manifest.ers', 'manifest.json', 'office.pem', 'office-record.json'],
  check({ evidenceRecord: record, outsiders }) {
    if (record.state === 'absent') return unknown('证据包中没有存证记录，不知道时间戳到期之前是否续期', newestRecord);
    if (record.state === 'broken' || record.state === 'lacking')
      return unknown('证据包中的存证记录不成立，不能据以判断是否续期', newestRecord);
    const [last, count] = [record.links.at(-1), record.links.length];
    if (record.state === 'ended')
      return unknown(
        `存证记录第 ${count} 个时间戳的机构“${nameOf(last)}”的证书${last?.until ? `已于 ${timeText(last.until)}到期` : '没有写明期限'}，` +
          '此后没有续期，仅凭本证据包不能判断',
        newestRecord,
      );
    const valid = `机构证书有效至 ${timeText(last?.until ?? '')}`;
    if (outsiders.evidenceRecord !== null)
      return unknown(`存证记录有 ${count} 个时间戳，最后一个的${valid}，但${outsiders.evidenceRecord}，不能认定为第三方`, outsideStamp);
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

const outsideStamp = '须有出具机构以外的时间戳机构签发的时间戳';
const newestRecord = '须向出具机构取得最新的存证记录';
const newest = `最新的存证记录可以在出具机构的 /open/v1/records/ 之后加上存证编号下载。${onPage('审查说明与按证据包推得的相同')}`;

function nameOf(link: RecordLinkFacts | undefined): string {
  return (link?.authority ?? '').replace(/[\p{C}“”]/gu, '').slice(0, 100) || '未具名';
}

/** The time without its time zone, which the sentence states once for all times. */
function timeOf(instant: string): string {
  return timeText(instant).replace('（北京时间）', '');
}

export const recordRules = { recorded, renewed } as const satisfies Readonly<Record<string, LineRule>>;
