import { escapeHtml } from '../../../domain/kit/text/escape-html.ts';

/** Renders the Markdown subset of `docs/integrating`: headings, paragraphs, lists, tables, code, links, bold. No raw HTML. */
export function renderMarkdown(text: string): string {
  const html: string[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const kind = blockOf(line);
    const end = kind === 'code' ? lines.indexOf('```', at + 1) : endOf(lines, at, kind);
    const block = lines.slice(at, end);
    if (kind === 'code') html.push(`<pre><code>${escapeHtml(block.slice(1).join('\n'))}</code></pre>`);
    else if (kind === 'heading') html.push(headingOf(line));
    else if (kind === 'table') html.push(tableOf(block));
    else if (kind === 'list') html.push(`<ul>${itemsOf(block, /^- /)}</ul>`);
    else if (kind === 'steps') html.push(`<ol>${itemsOf(block, /^\d+\. /)}</ol>`);
    else if (kind === 'text') html.push(`<p>${inline(block.reduce(joined))}</p>`);
    at = kind === 'code' ? end + 1 : end;
  }
  return html.join('\n');
}

type Block = 'blank' | 'code' | 'heading' | 'table' | 'list' | 'steps' | 'text';

function blockOf(line: string): Block {
  if (line.trim() === '') return 'blank';
  if (line.startsWith('```')) return 'code';
  if (/^#{1,4} /.test(line)) return 'heading';
  if (line.startsWith('|')) return 'table';
  if (line.startsWith('- ')) return 'list';
  return /^\d+\. /.test(line) ? 'steps' : 'text';
}

/** A list item may continue on indented lines. */
function endOf(lines: readonly string[], start: number, kind: Block): number {
  let end = start + 1;
  if (kind === 'heading' || kind === 'blank') return end;
  const goesOn = (line: string) => blockOf(line) === kind || ((kind === 'list' || kind === 'steps') && line.startsWith('  '));
  while (end < lines.length && goesOn(lines[end] ?? '')) end += 1;
  return end;
}

function headingOf(line: string): string {
  const [, signs = '', title = ''] = /^(#+) (.*)$/.exec(line) ?? [];
  return `<h${signs.length}>${inline(title)}</h${signs.length}>`;
}

function itemsOf(lines: readonly string[], mark: RegExp): string {
  const items: string[] = [];
  for (const line of lines)
    if (mark.test(line)) items.push(line.replace(mark, ''));
    else items.push(joined(items.pop() ?? '', line.trim()));
  return items.map((item) => `<li>${inline(item.replace(/^\[ \] /, '☐ '))}</li>`).join('');
}

/** Browsers render a line break between two Chinese characters as a space, so those are joined without one. */
function joined(text: string, line: string): string {
  return text + (/[\u3000-\u9fff\uff00-\uffef]$/.test(text) && /^[\u3000-\u9fff\uff00-\uffef]/.test(line) ? '' : '\n') + line;
}

function tableOf([head = '', , ...rows]: readonly string[]): string {
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => inline(cell.trim()));
  const row = (line: string, tag: string) =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`;
  return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((line) => row(line, 'td')).join('')}</tbody></table>`;
}

/** Text between backticks is left unchanged. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : marked(escapeHtml(part))))
    .join('');
}

function marked(text: string): string {
  return text
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (_all, label: string, target: string) => `<a href="${addressOf(target)}">${label}</a>`);
}

/** Links to neighbouring pages are rewritten; other targets are kept, except URL schemes other than https. */
function addressOf(target: string): string {
  const [, name, anchor = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(target) ?? [];
  if (name !== undefined) return `${docsPath}${name === 'README' ? '' : `/${name}`}${anchor}`;
  return /^(?:https:|\/|#)/.test(target) ? target : '#';
}

export const docsPath = '/open/docs';
