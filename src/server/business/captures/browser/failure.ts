/** Why a page was not captured, as a sentence for operators. Anything else that is thrown is a fault of this program. */
export class CaptureFailure extends Error {
  override name = 'CaptureFailure';
}

export const insideReason = '目标网址指向内部网络地址，已拒绝访问';

/**
 * Translates Chromium's navigation error into a reason. Source: net/base/net_error_list.h.
 * @param status of the address's answer, if there was one.
 */
export function reasonOfNavigation(error: Error, seconds: number, status = 0): string {
  const code = /net::(ERR_\w+)/.exec(error.message)?.[1] ?? '';
  if (/Download is starting/.test(error.message)) return '目标网址是文件下载，不是网页';
  if (/Timeout .* exceeded/.test(error.message) || code === 'ERR_TIMED_OUT' || code === 'ERR_CONNECTION_TIMED_OUT')
    return `网页打开超时（${seconds}秒）`;
  if (code.startsWith('ERR_CERT_')) return `目标网站的安全证书无效（${certificateReason(code)}）`;
  if (code.startsWith('ERR_SSL_')) return `无法与目标网站建立安全连接（${code}）`;
  if (code === 'ERR_INVALID_AUTH_CREDENTIALS') return '目标网站要求登录（HTTP 401）';
  if (code === 'ERR_HTTP_RESPONSE_CODE_FAILURE') return '目标网站返回错误，没有网页内容';
  if (code === 'ERR_CONTENT_LENGTH_MISMATCH' || code === 'ERR_INCOMPLETE_CHUNKED_ENCODING') return '目标网站的应答中途断开';
  if (code === 'ERR_CONTENT_DECODING_FAILED') return '目标网站的应答无法解压（Content-Encoding 与内容不符）';
  if (code === 'ERR_NAME_NOT_RESOLVED') return '目标网址的域名无法解析';
  if (code === 'ERR_CONNECTION_REFUSED') return '目标网站拒绝连接';
  if (code === 'ERR_TOO_MANY_REDIRECTS') return '目标网址重定向次数过多';
  if (code === 'ERR_EMPTY_RESPONSE' || code === 'ERR_CONNECTION_CLOSED' || code === 'ERR_CONNECTION_RESET') return '目标网站没有应答';
  if (code === 'ERR_ABORTED' && (status === 204 || status === 205)) return `目标网站的应答没有内容（HTTP ${status}）`;
  if (code === 'ERR_ABORTED') return '网页打开被中断';
  if (code !== '') return `无法连接目标网站（${code}）`;
  return '网页打开失败';
}

/** What is wrong with a certificate, with Chromium's word for it. */
export function certificateReason(code: string): string {
  const words = certificateWords[code];
  return words === undefined ? code : `${words}，${code}`;
}

const certificateWords: Readonly<Record<string, string>> = {
  ERR_CERT_DATE_INVALID: '已过期或尚未生效',
  ERR_CERT_COMMON_NAME_INVALID: '与网址的域名不符',
  ERR_CERT_AUTHORITY_INVALID: '不是受信任的机构签发',
  ERR_CERT_REVOKED: '已被吊销',
  ERR_CERT_WEAK_SIGNATURE_ALGORITHM: '签名算法过弱',
  ERR_CERT_INVALID: '内容有误',
};
