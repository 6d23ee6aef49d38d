import { formatTime } from '../../../domain/kit/text/time.ts';
import type { CaptureSubject } from '../../data/captures.ts';
import { before, hourMs } from '../../data/clock.ts';
import { seeded } from '../../data/random.ts';
import { demoStyle } from './style.ts';
import { articleBody, downloadBody, galleryBody, lookUpBody, noticeBody, shopBody, threadBody } from './bodies.ts';

/**
 * A page of an invented site, for the project's own worker to capture. An address always gives the same page. The footer says that the
 * content is invented.
 */
export function demoPage({ site, headline, page }: CaptureSubject, url: string): string {
  const random = seeded('pages', url);
  const publishedAt = before(lastPublished, random.int(20, 400) * 24 * hourMs + random.int(0, 24 * 3600) * 1000);
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><title>${headline} - ${site}</title><style>${demoStyle(page)}</style></head>
<body>
<header><b>${site}</b><nav><a href="/">首页</a><a href="/list">分类</a><a href="/hot">热门</a><a href="/help">帮助</a></nav></header>
<main>
<p class="path">${site} › 正文</p>
${bodies[page]({ headline, published: formatTime(publishedAt), publishedAt, random })}
</main>
<footer>演示网页：网站、人物与内容均为虚构，仅用于演示网页取证</footer>
<script>document.querySelector('.path').append(' › ' + location.pathname.split('/').pop());</script>
</body>
</html>
`;
}

/** Captured pages are in the repository; capturing them again must give the same pages. */
const lastPublished = new Date('2026-11-01T18:00:00+08:00');

const bodies = {
  shop: shopBody,
  article: articleBody,
  thread: threadBody,
  gallery: galleryBody,
  notice: noticeBody,
  download: downloadBody,
  lookUp: lookUpBody,
} as const;
