import { dossierSections, findingCounts, type Dossier } from '../../../domain/proof/dossier/lines/document.ts';
import type { DossierLine, Finding } from '../../../domain/proof/dossier/line.ts';
import { dossierTerms } from '../../../domain/proof/dossier/terms.ts';
import { visibleText } from '../../../domain/kit/text/visible-text.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';

export interface PageFrame {
  readonly officeName: string;
  readonly verifyUrl: string;
}

/** The public page of a 审查说明. It has no scripts and no external resources, so that a phone renders it from one response. */
export function dossierPage(dossier: Dossier, { officeName, verifyUrl }: PageFrame): string {
  const { moment, checkpoint } = dossier.as_of;
  const counts = findingCounts(dossier.lines).map(([finding, count]) => `<li class="${tones[finding]}"><b>${count}</b> 项${finding}</li>`);
  const point = checkpoint ? `，以存证日志“${escaped(checkpoint.origin)}”共 ${checkpoint.size} 条记录时的检查点为准` : '';
  const at = formatTime(new Date(moment));
  const sections = dossierSections(dossier).map(({ title, lines }) => {
    const items = lines.map((line) => lineOf(line, dossier.lines.indexOf(line) + 1));
    return `<section><h2>${escaped(title)}</h2><ol>${items.join('')}</ol></section>`;
  });
  const terms = dossierTerms.map(([term, meaning]) => `<dt>${escaped(term)}</dt><dd>${escaped(meaning)}</dd>`);
  return framed(
    `审查说明 ${dossier.number}`,
    `<header><p class="office">${escaped(officeName)}</p><h1>审查说明</h1>
<p class="number">存证编号 <span>${dossier.number}</span></p></header>
<p>本说明逐项回答法院审查电子数据真实性时提出的问题，共 ${dossier.lines.length} 项。事实截至 ${at}（北京时间）${point}。</p>
<ul class="counts">${counts.join('')}</ul>
<p class="soft">“无法判断”表示现有材料不足以作出结论，并说明原因。所列材料在证据包中，每一项都可以用其他工具复核。${masked}</p>
<details class="terms"><summary>说明中的用语</summary><dl>${terms.join('')}</dl></details>
${sections.join('\n')}
<footer><p>核验地址：<a href="${escaped(verifyUrl)}">${escaped(verifyUrl)}</a></p></footer>`,
  );
}

/** Follows the preceding sentence without a blank. */
const masked = '本页的个人姓名已遮盖。';

/** The page if there is no 审查说明 yet, or no longer. */
export function noDossierPage(text: string): string {
  return framed('审查说明', `<header><h1>审查说明</h1></header><p class="none">${escaped(text)}</p>`);
}

function lineOf({ 审查要点, 依据, 结论, 说明, 材料, 复核方法 }: DossierLine, at: number): string {
  const files = 材料.map((name) => `<code>${escaped(name)}</code>`).join(' ') || '无';
  const [basis, recheck] = [escaped(依据), escaped(复核方法)];
  return `<li><h3>${at}. ${escaped(审查要点)}</h3><p class="finding ${tones[结论]}">${结论}</p><p>${escaped(说明)}</p>
<details><summary>依据、材料与复核方法</summary>
<dl><dt>依据</dt><dd>${basis}</dd><dt>材料</dt><dd>${files}</dd><dt>复核方法</dt><dd>${recheck}</dd></dl></details></li>`;
}

function framed(title: string, content: string): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const tones: Readonly<Record<Finding, string>> = { 成立: 'holds', 不成立: 'fails', 无法判断: 'open', 不涉及: 'none' };

const style = `
:root { color-scheme: light dark; --ink: #1f2329; --soft: #595f69; --ground: #f4f5f7; --paper: #fff; --line: #d5d9e0; --gold: #8f6d2a;
  --link: #0958d9; --holds: #1f7a3d; --fails: #b3121a; --open: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --soft: #a9adb5; --ground: #101114; --paper: #17181c; --line: #3a3d44; --gold: #cdb27c; --link: #7ab3ff;
    --holds: #6fcf8f; --fails: #ff8a8a; --open: #f0c060; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.7 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; overflow-wrap: anywhere; }
main { max-width: 50rem; margin: 0 auto; padding: 24px 32px 40px; background: var(--paper); border-top: 3px solid var(--gold); }
header { text-align: center; border-bottom: 1px solid var(--line); padding-bottom: 12px; }
h1 { margin: 4px 0; font-size: 30px; letter-spacing: 6px; }
.office { margin: 0; letter-spacing: 2px; font-weight: 600; }
.number { margin: 0; color: var(--soft); font-size: 14px; }
.number span, code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.9em; }
h2 { margin: 28px 0 8px; padding-left: 10px; border-left: 4px solid var(--link); font-size: 20px; line-height: 1.3; }
.counts { display: flex; flex-wrap: wrap; gap: 8px; margin: 12px 0; padding: 0; list-style: none; }
.counts li { padding: 2px 12px; border: 1px solid currentcolor; border-radius: 4px; }
ol { margin: 0; padding: 0; }
section li { padding: 14px 0; border-bottom: 1px solid var(--line); list-style: none; position: relative; }
h3 { margin: 0; padding-right: 92px; font-size: 16px; line-height: 1.5; }
section p { margin: 4px 0; }
.finding { position: absolute; top: 12px; right: 0; margin: 0; padding: 0 10px; border: 1px solid currentcolor; border-radius: 4px;
  font-weight: 600; }
.holds { color: var(--holds); } .fails { color: var(--fails); } .open { color: var(--open); } .none { color: var(--soft); }
.soft, summary, dt { color: var(--soft); font-size: 14px; }
summary { cursor: pointer; min-height: 24px; }
dl { margin: 4px 0 0; font-size: 14px; }
dd { margin: 0 0 6px; }
a { color: var(--link); }
footer { margin-top: 20px; font-size: 14px; }
@media (max-width: 480px) { main { padding: 16px 16px 32px; } h1 { font-size: 26px; } summary { min-height: 32px; line-height: 32px; } }
@media print { body { background: none; } main { border: 0; max-width: none; padding: 0; } section li { break-inside: avoid; } }
`;
