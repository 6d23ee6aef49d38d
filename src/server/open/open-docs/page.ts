import { escapeHtml } from '../../../domain/kit/text/escape-html.ts';
import { docsPath } from './markdown.ts';

/** One page with links to the others. No scripts and no external resources, because it is public. */
export function pageOf({ title, path, sandboxNotice }: Page, content: string): string {
  const links = chapters.map(([name, label]) => {
    const target = name === '' ? docsPath : `${docsPath}/${name}`;
    return `<a href="${target}"${target === path ? ' aria-current="page"' : ''}>${label}</a>`;
  });
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${sandboxNotice === null ? '' : `<p class="sandbox-notice">${sandboxNotice}</p>\n`}<nav aria-label="接入指南">${links.join('\n')}</nav>
<main>
${content}
</main>
</body>
</html>
`;
}

interface Page {
  readonly title: string;
  readonly path: string;
  /** The sandbox notice at the top, visible while scrolling; null in a production installation. */
  readonly sandboxNotice: string | null;
}

export const chapters = [
  ['', '接入指南'],
  ['signing', '签名'],
  ['events', '事件与回调'],
  ['marks', '时间标记'],
  ['captures', '网页取证'],
  ['inputs', '收什么'],
  ['errors', '错误'],
  ['formats', '证据包的格式'],
  ['going-live', '上线'],
  ['calls', '全部调用'],
] as const;

const style = `
:root { color-scheme: light dark; --ink: #1f1f1f; --quiet: #595959; --ground: #fff; --field: #f5f5f5; --line: #d9d9d9; --link: #0958d9; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --quiet: #a6a6a6; --ground: #141414; --field: #1f1f1f; --line: #424242; --link: #69b1ff; }
}
body { margin: 0; font: 16px/1.7 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
  color: var(--ink); background: var(--ground); }
.sandbox-notice { position: sticky; top: 0; z-index: 1; margin: 0; padding: 0 8px; background: #a8071a; color: #fff;
  line-height: 28px; text-align: center; }
.sandbox-notice + nav { top: 28px; }
nav { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 12px 24px;
  background: var(--ground); border-bottom: 1px solid var(--line); }
nav a { padding: 4px 0; text-decoration: none; }
nav a[aria-current] { color: var(--ink); font-weight: 600; border-bottom: 2px solid var(--link); }
main { max-width: 60rem; margin: 0 auto; padding: 8px 24px 64px; }
a { color: var(--link); }
h1, h2, h3, h4 { line-height: 1.3; scroll-margin-top: 104px; }
@media (max-width: 600px) { nav { gap: 0 16px; padding: 4px 16px 8px; } main { padding: 8px 16px 48px; } }
h2 { margin-top: 2em; }
pre { padding: 12px 16px; overflow-x: auto; background: var(--field); border: 1px solid var(--line); border-radius: 6px; line-height: 1.5; }
code { font: 0.875em/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
:not(pre) > code { padding: 1px 4px; background: var(--field); border-radius: 4px; overflow-wrap: anywhere; }
td:first-child code { overflow-wrap: normal; white-space: nowrap; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { padding: 6px 12px; border: 1px solid var(--line); text-align: left; vertical-align: top; }
th { background: var(--field); white-space: nowrap; }
`;
