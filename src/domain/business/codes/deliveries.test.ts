import { expect, it } from 'vitest';
import { faultText } from './deliveries.ts';

it.each([
  ['connection: refused', '连接失败：对方拒绝连接'],
  ['timeout: no whole answer within 15 s', '超时：15 秒内没有完整的应答'],
  ['address: leads into a private network', '地址不允许：指向内部网络'],
  ['dns: the name has no address', '域名解析失败：域名没有对应的地址'],
  ['tls: the certificate is of no known authority (SELF_SIGNED_CERT)', '证书或加密有误：证书不是由公认的机构签发（SELF_SIGNED_CERT）'],
  ['connection: read EWHATEVER', '连接失败：read EWHATEVER'],
  ['status: answered 500, and not 2xx', 'status: answered 500, and not 2xx'],
])('tells operators in Chinese what came of an attempt: %s', (error, words) => {
  expect(faultText(error)).toBe(words);
});
