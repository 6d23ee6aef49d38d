import { articles } from '../basis.ts';
import { fails, holds, notAsked, unknown } from '../line.ts';
import type { LineRule } from '../rule.ts';
import { timeText } from './wording.ts';

/** A second signature in the algorithms by which commercial cryptography is assessed in China. */
const secondTrack: LineRule = {
  question: '出具机构是否另以国密算法签名',
  basis: [articles.online16, articles.online17system],
  files: ['certificate.pdf', 'office-sm2.pem', 'office-sm2.tlog-proof'],
  check({ secondTrack: track }) {
    if (track.state === 'absent') return notAsked('证据包中没有国密签名，出具机构只以通用的算法签名。');
    if (track.state === 'broken') return fails(`国密签名的材料不成立：${track.why}。`);
    const { commonName, validUntil, pdf } = track;
    const statement = `出具机构的国密证书“${commonName}”（SM2 算法）登记在同一份存证日志中，有效期至 ${timeText(validUntil)}`;
    if (pdf.state === 'broken') return fails(`${statement}，但存证证书的国密签名不成立：${pdf.why}。`);
    if (pdf.state === 'absent') return unknown(`${statement}，制作证据包时签名服务没有应答，存证证书的国密签名尚未补上。`);
    return holds(`${statement}，存证证书另有与它对应的国密签名，签名有效。`);
  },
  recheck:
    '用 openssl x509 -in office-sm2.pem -noout -pubkey 取出公钥，再执行 openssl dgst -sm3 -verify 公钥 ' +
    '-sigopt distid:1234567812345678 -signature certificate.pdf.sm2 certificate.pdf。',
};

export const secondTrackRules = { secondTrack } as const satisfies Readonly<Record<string, LineRule>>;
