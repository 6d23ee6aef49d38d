import { expect, it } from 'vitest';
import { dossierFacts } from '../../../../../test/installation/factories/packages/dossier-facts.ts';
import { deriveLine } from './derive.ts';
import { dossierRules } from './registry.ts';

const track = { state: 'held', commonName: '某公证处', validUntil: '2036-01-01T00:00:00.000Z' } as const;
const statement =
  '出具机构的国密证书“某公证处”（SM2 算法）登记在同一份存证日志中，有效期至 2036-01-01 08:00:00（北京时间），' +
  '证书是自签名的，没有其他机构证明它属于谁，';
const compare = '须把 office-sm2.pem 的指纹与出具机构在证据包之外公布的核对';

it('says of the second track whose it is, until when, and what it signed', () => {
  const of = (pdf: { readonly state: 'held' } | { readonly state: 'absent' }) =>
    deriveLine(
      dossierRules.secondTrack,
      dossierFacts({ secondTrack: { ...track, pdf }, issuers: { ...dossierFacts().issuers, sm2: { kind: 'self', name: '某公证处' } } }),
    );
  expect(of({ state: 'held' })).toMatchObject({
    结论: '无法判断',
    说明: `${statement}存证证书另有与它对应的国密签名，签名有效，不能认定签名者；${compare}。`,
  });
  expect(of({ state: 'absent' })).toMatchObject({
    结论: '无法判断',
    说明: `${statement}制作证据包时签名服务没有应答，存证证书的国密签名尚未补上；须向出具机构重新取得证据包。`,
  });
});
