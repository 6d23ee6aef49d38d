import type { RecordFormFault } from './evidence-record.ts';
import type { LinkFault, RecordLink } from './verify-record.ts';

export const recordFormTexts: Readonly<Record<RecordFormFault, string>> = {
  'too-large': '超过长度上限，未读取',
  'not-record': '格式错误，不是存证记录',
  'unknown-version': '记录的版本未知',
  encrypted: '记录声明内容经过加密，无法核对',
  'unknown-algorithm': '摘要算法未知或没有列出',
  'bad-tree': '哈希树格式错误',
  'bad-token': '时间戳格式错误，无法读取',
};

export const linkFaultTexts: Readonly<Record<LinkFault, string>> = {
  'other-algorithm': '摘要算法与所在的链不同',
  'wrong-link': '没有涵盖前一环的时间戳',
  'wrong-root': '哈希树推算出的树根与时间戳不符',
  'wrong-order': '时间早于前一环',
  'no-certificate': '时间戳没有附上签名的证书',
  'too-late': '签发时前一环的机构证书已经到期',
  'too-weak': '签发时前一环的摘要算法已经不再可靠',
};

export const linkKindTexts: Readonly<Record<RecordLink['kind'], string>> = {
  day: '当日存证汇总的时间戳',
  timestamp: '时间戳续期',
  hash: '数字指纹续期',
};
