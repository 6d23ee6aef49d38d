import { isCredentialPicture, packageNames as names } from '../../../../src/domain/evidence/package-names.ts';
import { cut, digit, doubt, edited, flip, fromForeign, without, type Files, type Mutation } from './mutation-tools.ts';

/** Both lines that rest on credentials of the office. */
const ofCredentials = { qualification: doubt, security: doubt } as const satisfies Mutation['turns'];

/** Somebody's hand in the credentials of a package: a line of them is no stronger than what the log holds. */
export const credentialMutations: readonly Mutation[] = [
  { name: '伪造机构资质的编号', change: digit(() => names.credentials, '"number":"样例-'), turns: ofCredentials },
  {
    name: '机构资质的有效期延长',
    change: edited(() => names.credentials, '2099-12-31', '2199-12-31'),
    turns: ofCredentials,
  },
  { name: '机构资质清单换成另一家的', change: fromForeign(() => names.credentials), turns: ofCredentials },
  { name: '机构资质清单被截断', change: cut(() => names.credentials), turns: ofCredentials },
  { name: '删去机构资质清单', change: without(() => names.credentials), turns: ofCredentials },
  { name: '删去机构资质清单的包含证明', change: without(() => names.credentialsProof), turns: ofCredentials },
  // The first picture is that of the licence.
  { name: '机构资质的图片改动一个字节', change: flip(firstPicture), turns: { qualification: doubt } },
  { name: '机构资质的图片换成另一家的', change: fromForeign(firstPicture), turns: { qualification: doubt } },
];

function firstPicture(files: Files): string | undefined {
  return [...files.keys()].find(isCredentialPicture);
}
