import { sm2Command } from '../../evidence/check-commands.ts';
import { articles } from '../basis.ts';
import { fails, notAsked, unknown } from '../line.ts';
import { issuerText } from '../../cms/issuer-text.ts';
import type { LineRule } from '../rule.ts';
import { onPage, run } from './recheck.ts';
import { signedAnswer } from './signed.ts';
import { timeText, wholePackage } from './wording.ts';

/** A second signature in the algorithms by which commercial cryptography is assessed in China. */
const secondTrack: LineRule = {
  question: '出具机构是否另以国密算法签名',
  basis: [articles.online16, articles.online17system],
  files: [
    'manifest.json',
    'certificate.pdf',
    'certificate.pdf.sm2',
    'certificate.pdf.sm2.p7s',
    'office-sm2.pem',
    'office-sm2.tlog-proof',
    'log-key.txt',
  ],
  check({ secondTrack: track, issuers }) {
    if (track.state === 'absent') return notAsked('证据包中没有国密签名，出具机构只以通用的算法签名。');
    if (track.state === 'lacking') return unknown(`国密签名的材料无法核对：${track.why}`, wholePackage);
    if (track.state === 'broken') return fails(`国密签名的材料不成立：${track.why}。`);
    const { commonName, validUntil, pdf } = track;
    const listed = `出具机构的国密证书“${commonName}”（SM2 算法）登记在同一份存证日志中，有效期至 ${timeText(validUntil)}`;
    const statement = `${listed}，${issuerText(issuers.sm2)}`;
    if (pdf.state === 'broken') return fails(`${statement}，但存证证书的国密签名不成立：${pdf.why}。`);
    if (pdf.state === 'lacking') return unknown(`${statement}，存证证书的国密签名无法核对：${pdf.why}`, wholePackage);
    if (pdf.state === 'absent')
      return unknown(`${statement}，制作证据包时签名服务没有应答，存证证书的国密签名尚未补上`, '须向出具机构重新取得证据包');
    return signedAnswer(`${statement}，存证证书另有与它对应的国密签名，签名有效`, issuers.sm2, 'office-sm2.pem');
  },
  recheck: ({ secondTrack: track }) =>
    track.state === 'held' && track.pdf.state === 'held'
      ? run(sm2Command('certificate.pdf'), '应显示 Verified OK，并把 office-sm2.pem 的指纹与出具机构公布的核对')
      : onPage('审查说明与按证据包推得的相同'),
};

export const secondTrackRules = { secondTrack } as const satisfies Readonly<Record<string, LineRule>>;
