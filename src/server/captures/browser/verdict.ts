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
  if (page.status >= 400) return `目标网站返回错误（HTTP ${page.status}）`;
  const type = (page.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/attachment/i.test(page.headers['content-disposition'] ?? '') || (type !== '' && !isShown.test(type)))
    return '目标网址是文件下载，不是网页';
  return null;
}

const isShown = /^(?:text\/|image\/|application\/(?:xhtml\+xml|xml|json|[\w.]+\+(?:xml|json)))/;

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

/** Whether a picture is of a single colour. */
export async function isBlankPicture(png: Buffer): Promise<boolean> {
  // Imported lazily: only needed for pages without text.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(png);
  const canvas = createCanvas(64, 64);
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0, 64, 64);
  const { data } = pen.getImageData(0, 0, 64, 64);
  for (let at = 4; at < data.length; at += 1) if (Math.abs((data[at] ?? 0) - (data[at % 4] ?? 0)) > 2) return false;
  return true;
}
