/** Why a page was not captured, as a sentence for operators. Anything else that is thrown is a fault of this program. */
export class CaptureFailure extends Error {
  override name = 'CaptureFailure';
}

export const insideReason = '目标网址指向内部网络地址，已拒绝访问';

/** Translates Chromium's navigation error into a reason. Source: net/base/net_error_list.h. */
export function reasonOfNavigation(error: Error, seconds: number): string {
  const code = /net::(ERR_\w+)/.exec(error.message)?.[1] ?? '';
  if (/Download is starting/.test(error.message)) return '目标网址是文件下载，不是网页';
  if (/Timeout .* exceeded/.test(error.message) || code === 'ERR_TIMED_OUT' || code === 'ERR_CONNECTION_TIMED_OUT')
    return `网页打开超时（${seconds}秒）`;
  if (code.startsWith('ERR_CERT_')) return `目标网站的安全证书无效（${code}）`;
  if (code.startsWith('ERR_SSL_')) return `无法与目标网站建立安全连接（${code}）`;
  if (code === 'ERR_TOO_MANY_REDIRECTS') return '目标网址重定向次数过多';
  if (code === 'ERR_EMPTY_RESPONSE' || code === 'ERR_CONNECTION_CLOSED' || code === 'ERR_CONNECTION_RESET') return '目标网站没有应答';
  if (code === 'ERR_ABORTED') return '网页打开被中断';
  if (code !== '') return `无法连接目标网站（${code}）`;
  return '网页打开失败';
}
