import { readPng } from './png-rows.ts';

/** A page once it was loaded. */
export interface LoadedPage {
  readonly status: number;
  /** Of the main document, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly title: string;
  /** Its visible text: `innerText`. */
  readonly text: string;
  /** Addresses of all frames and scripts. */
  readonly sources: readonly string[];
}

/**
 * Why the page is not a valid result, or null. Capturing a challenge page as a success is what users of such services complain of most, so
 * a page with few words and a known challenge script already counts as one.
 */
export function reasonAgainst(page: LoadedPage): string | null {
  if (isChallenge(page)) return '目标网站要求人机验证，未能打开网页';
  if (page.status === 401) return '目标网站要求登录（HTTP 401）';
  if (page.status >= 400) return `目标网站返回错误（HTTP ${page.status}）`;
  const type = mediaTypeOf(page.headers);
  if (isAttachment(page.headers['content-disposition']) || (type !== '' && !isShown.test(type))) return '目标网址是文件下载，不是网页';
  return null;
}

/**
 * What a browser does with an answer that is no page: `saved` beside the page that was open, or `shown` in its place. Null for a page, and
 * for an answer without a type, which only the browser recognises. @param headers names in lower case.
 */
export function fileAnswer(headers: Readonly<Record<string, string>>): 'saved' | 'shown' | null {
  if (isAttachment(headers['content-disposition'])) return 'saved';
  const type = mediaTypeOf(headers);
  if (/^(?:image\/(?!svg)|audio\/|video\/|application\/pdf$)/.test(type)) return 'shown';
  return type === '' || isShown.test(type) ? null : 'saved';
}

/** Lower case, without parameters; empty if there is none. */
export function mediaTypeOf(headers: Readonly<Record<string, string>>): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Whether a browser saves the answer instead of showing it. Source: RFC 6266, 4.2: any type but `inline` is handled as `attachment`. */
function isAttachment(header = ''): boolean {
  const type = header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type !== '' && type !== 'inline' && !type.includes('=');
}

/** What Chromium shows as text, picture or document. */
const isShown =
  /^(?:text\/|image\/|multipart\/x-mixed-replace$|application\/(?:(?:x-)?(?:java|ecma)script|xhtml\+xml|xml|json|[\w.-]+\+(?:xml|json))$)/;

function isChallenge({ status, headers, title, text, sources }: LoadedPage): boolean {
  if (headers['cf-mitigated'] === 'challenge') return true;
  const hasChallengeSource = sources.some((source) => challengeSources.test(source));
  const isChallengePage = challengeTitle.test(title.trim()) || challengeText.test(text);
  const isShort = text.trim().length < 600;
  // A comment form with a captcha is not a challenge page: its article is long.
  if (isShort && hasChallengeSource && (isChallengePage || text.trim().length < 60)) return true;
  return isShort && isChallengePage && (status === 200 || [401, 403, 405, 429, 503].includes(status));
}

const challengeSources = anyOf(
  /cdn-cgi\/challenge-platform|challenges\.cloudflare\.com|hcaptcha\.com|recaptcha\/(?:api|enterprise)|geetest/,
  /captcha\.(?:qq|gtimg|tencentcloudapi)\.com|turing\.captcha|aliyuncaptcha|awswaf|datadome|perimeterx/,
  /_Incapsula_Resource/,
);
const challengeTitle = anyOf(
  /^(?:just a moment|attention required|access denied|are you (?:a )?(?:human|robot)|security check|robot check|ddos-guard)/,
  /^(?:安全验证|人机验证|安全检查|验证码|滑动验证|请稍候|访问验证|百度安全验证)/,
);
const challengeText = anyOf(
  /checking your browser|verify(?:ing)? (?:that )?you are (?:a )?human|enable javascript and cookies to continue/,
  /unusual traffic from your/,
  /(?:请|需要)?(?:完成|进行)(?:下方|以下|下列)?(?:的)?(?:安全|人机|滑动|拼图)?验证(?:码)?后?(?:继续|再|即可|以)/,
  /请(?:拖动|滑动|按住)(?:下方)?滑块|检测到(?:您的)?(?:访问|网络|请求)(?:环境)?(?:存在)?异常|拖动(?:下方)?滑块/,
);

/** Joins several patterns into one, case-insensitive. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
}

/** Whether a PNG of the browser is of a single colour. Reads it row by row, because a page without text may be as large as any. */
export async function isBlankPicture(png: Buffer): Promise<boolean> {
  const { channels, rows } = readPng(png);
  let first: Uint8Array | undefined;
  for await (const row of rows()) {
    first ??= row.slice(0, channels);
    for (let at = 0; at < row.length; at += 1) if (Math.abs((row[at] ?? 0) - (first[at % channels] ?? 0)) > 2) return false;
  }
  return true;
}
