import { anchorSentences } from '../../../domain/proof/evidence/anchor-stage.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Anchor, CertificateContent } from './certificate-content.ts';
import { documentTitles } from '../../../domain/proof/verify/office-document.ts';

export const title = documentTitles.certificate;
export const holderKinds = { individual: '个人', enterprise: '企业' } as const;

/** One plain sentence about what fixes the time. Nothing may pass for a public chain. */
export function anchorSentence(anchor: Anchor): string {
  if (anchor.kind === 'chain') return `本证据所在检查点的根哈希已写入区块链（${anchor.chainName}）的下列交易，可在该链上独立查询。`;
  if (anchor.kind === 'log') return anchorSentences.log;
  if (anchor.kind === 'confirming') return `${anchorSentences.confirming}确认后可以重新下载本证书。`;
  return `${anchorSentences.pending}锚定完成后可以重新下载本证书，证书编号不变。`;
}

export const proves = ({ anchor, sender }: Pick<CertificateContent, 'anchor' | 'sender'>) => [
  firstProof(anchor, senderText(sender)),
  '与所列摘要一致的文件，自保存以来一个字节也未被改动。',
  '本证书由本机构电子签名，签发之后的任何改动都能被发现。',
];

/** What is on a chain, the certificate cannot show. */
function firstProof({ kind }: Anchor, sender: string): string {
  if (kind === 'pending') return `所列数据${sender}，本机构已经固定保存。`;
  const before = kind === 'confirming' ? '检查点时间' : '锚定时间';
  return `据本机构的存证日志${kind === 'chain' ? '和所列交易' : ''}，所列数据在${before}之前已经存在，${sender}，由本机构保存。`;
}

/** Of a program with its holder's name, that is all that is known; of others, they alone say for whom they send. */
function senderText(sender: CertificateContent['sender']): string {
  if (sender === 'capture') return '由本机构的取证程序生成';
  if (sender === null) return '以所列主体的名义提交';
  return sender.isNamesake ? '由与所列主体同名的程序提交' : `由程序“${sender.program}”以所列主体的名义提交`;
}

export function provesNot(content: Dated): string[] {
  const late = latePoints(content);
  return [
    '不证明数据的内容真实、合法，不证明数据在提交之前未被改动。',
    content.sender === 'capture'
      ? '不证明取证的申请人是数据的作者或者权利人。'
      : '不证明提交者是数据的作者或者权利人，不证明其申报的类型、时间和设备。',
    ...late,
    '本证书不是公证书，需要公证书的应当另行申请。',
  ];
}

export const verifyHint = '扫描二维码或者访问以上网址核验。文件在您的设备上计算摘要，不会上传。';

/** Names times of the office's own clock that are later than the issue, and others that are later than the receipt, to the second. */
function latePoints({ times, anchor, issuedAt }: Dated): string[] {
  const received = times.find(({ label }) => label === receivedLabel);
  const ours = [
    ...(received ? [received] : []),
    ...(anchor.kind === 'log' || anchor.kind === 'confirming' ? [{ label: '检查点时间', at: anchor.at }] : []),
  ];
  const later = (list: Dated['times'], than: Date) =>
    list
      .filter(({ at }) => formatTime(at) > formatTime(than))
      .map(({ label }) => label)
      .join('、');
  const late = later(ours, issuedAt);
  const declared = received
    ? later(
        times.filter((time) => time !== received),
        received.at,
      )
    : '';
  return [
    ...(late === '' ? [] : [`不证明${late}：晚于签发时间（${formatTime(issuedAt)}），本机构的时钟前后不一致。`]),
    ...(received && declared !== '' ? [`不证明${declared}：晚于收到文件的时间（${formatTime(received.at)}）。`] : []),
  ];
}

/** Label of the time when the office received the file. */
export const receivedLabel = '存证时间';

type Dated = Pick<CertificateContent, 'times' | 'anchor' | 'issuedAt' | 'sender'>;
