import type { DocumentOrigin } from './recognise-document.ts';

/** A document whose issuer this office does not know may be another office's: it is never called false. */
export function documentTitle(name: string, origin: DocumentOrigin): string {
  if (origin === 'ours') return `本机构出具的${name}，未经改动`;
  if (origin === 'others') return `不是本机构签发的${name}，无法判断`;
  if (origin === 'differs') return `与本机构所记的${name}不同，无法判断`;
  return origin === 'broken' ? `不是${name}的原件` : `自称是${name}，无法判断`;
}

export const documentSentences: Record<DocumentOrigin, string> = {
  ours: '已在您的设备上核对：整个文件由本机构签署或者写入本机构的日志，此后一个字节也没有改动。',
  others:
    '签名成立，签名之后一个字节也没有改动，但签名证书不是本机构公布的，本页不知道它属于谁。' +
    '请到出具机构自己的核验网页核对，或者把证书指纹与该机构公布的比对。',
  broken: '没有覆盖整个文件的有效签名：内容已被改动，或者是另存、打印、转换出来的副本。请取得原件再核对。',
  unknown: '现在不能取得核对所需的公钥，请稍后重试。',
  unrecorded: '清单本身没有签名，本机构也没有其中所写存证编号的记录。请到出具机构自己的核验网页核对，或者选择整个证据包。',
  early: '这份存证尚未锚定，日志中还没有可以比较的记录，请稍后重新核验。',
  differs:
    '本机构的日志为这个存证编号记下的是另一份清单。手中的这份可能由别的机构出具，是另存、转换出来的副本，或者被改动过。' +
    '请选择整个证据包，或者取得原件再核对。',
};

/** Classes of the result. Only what was compared and contradicts is a mismatch. */
export const documentTones: Record<DocumentOrigin, 'known' | 'undecided' | 'mismatch' | 'pending'> = {
  ours: 'known',
  others: 'undecided',
  broken: 'mismatch',
  unknown: 'pending',
  unrecorded: 'undecided',
  early: 'pending',
  differs: 'undecided',
};
