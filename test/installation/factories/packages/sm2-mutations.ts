import { packageNames as names, sm2Names } from '../../../../src/domain/evidence/package-names.ts';
import { breaks, doubt, flip, fromSame, lost, without, type Mutation } from './mutation-tools.ts';

const sm2OfCertificate = sm2Names(names.certificate);

/** Somebody's hand in the second track of a package. */
export const sm2Mutations: readonly Mutation[] = [
  { name: '国密证书换成签名证书', change: fromSame(() => names.sm2Certificate, names.officeCertificate), turns: { secondTrack: breaks } },
  {
    name: '国密证书的包含证明换成清单的',
    change: fromSame(() => names.sm2Proof, names.proof),
    turns: { secondTrack: breaks, appendOnly: doubt },
  },
  { name: '删去国密证书的包含证明', change: without(() => names.sm2Proof), turns: { secondTrack: breaks } },
  { name: '证书的国密签名改动一个字节', change: flip(() => sm2OfCertificate[0]), turns: { secondTrack: breaks } },
  {
    name: '证书的国密签名换成校验清单的',
    change: fromSame(() => sm2OfCertificate[1], sm2Names(names.sums)[1]),
    turns: { secondTrack: breaks },
  },
  { name: '删去证书的国密签名', change: without(...sm2OfCertificate.map((name) => () => name)), turns: { secondTrack: lost } },
  {
    name: '删去国密证书及其包含证明',
    change: without(
      () => names.sm2Certificate,
      () => names.sm2Proof,
    ),
    turns: { secondTrack: () => '不涉及' },
  },
];
