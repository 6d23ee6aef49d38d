import { SignatureError, type SignatureErrorKind } from '../cms/signature-error.ts';
import { TimestampError, type TimestampErrorKind } from '../cms/timestamp-error.ts';

/** Why a signature or a token is invalid, in Chinese. Messages of other libraries are not shown: they are English and of no help here. */
export function faultText(error: unknown): string {
  if (error instanceof SignatureError) return signatureTexts[error.kind];
  if (error instanceof TimestampError) return timestampTexts[error.kind];
  return '格式错误，无法读取';
}

/** Whether nothing could be compared, so that the fault says nothing about the content. */
export function isUnreadable(error: unknown): boolean {
  if (error instanceof SignatureError) return error.kind === 'no-certificate' || error.kind === 'unknown-hash';
  return !(error instanceof TimestampError) || error.kind === 'malformed';
}

export const signatureTexts: Record<SignatureErrorKind, string> = {
  'not-signed-data': '内容不是签名',
  'not-one-signature': '应当有且只有一个签名',
  'no-certificate': '缺少签名者的证书',
  'other-content': '签名针对的是其他内容',
  'unsigned-attributes': '缺少已签名的属性',
  'repeated-attribute': '已签名的属性重复',
  'other-certificate': '签名没有指明这张证书',
  'unknown-hash': '摘要算法未知',
  'wrong-signature': '签名与证书的公钥不符',
  'not-signed': '文件没有签名',
  'not-whole': '签名没有覆盖整个文件',
  'wrong-gap': '签名未覆盖的部分不是签名本身',
  'other-form': '签名的写法被改动',
  'broken-chain': '证书链不成立',
};

export const timestampTexts: Record<TimestampErrorKind, string> = {
  unreachable: '时间戳机构没有答复',
  late: '时间戳机构答复超时',
  malformed: '时间戳格式错误，无法读取',
  'wrong-imprint': '时间戳针对的是其他内容',
  'wrong-nonce': '时间戳答复的是另一次请求',
  'wrong-time': '时间戳的时间与请求时不符',
  rejected: '时间戳机构拒绝了请求',
  'bad-signature': '时间戳的签名不成立',
  untrusted: '时间戳机构的证书不受信任，或者当时不在有效期内',
};
