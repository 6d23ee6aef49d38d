import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CaptureNoteCode } from '../../src/domain/proof/web-archive/capture-notes.ts';
import type { BadCertificate } from './bad-certificates.ts';
import { colourOf } from './colours.ts';

/** One page of the corpus: one trick, what a person would see, and which notes are right. */
export interface CorpusPage {
  readonly name: string;
  /** The public report that it is taken from. */
  readonly reported?: string;
  readonly body: Content;
  /** Further paths of the page, below its name. */
  readonly parts?: Readonly<Record<string, Content>>;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is appended to the address. */
  readonly fragment?: string;
  /** What is wrong with the certificate of its site; without it, the page is served without TLS. */
  readonly certificate?: BadCertificate;
  readonly accept?: 'as_is';
  readonly device?: 'mobile';
  /** Colours of blocks that some picture must show, by their numbers. */
  readonly colours?: readonly number[];
  /** Words that the page's source must have at the end. */
  readonly text?: string;
  readonly notes?: readonly CaptureNoteCode[];
  /** Moves without an end: whether the last two pictures differ depends on the machine. */
  readonly mayMove?: true;
  /** The bytes that are kept as the evidence's file, and the ending of their name. */
  readonly file?: { readonly bytes: Buffer; readonly ending: string };
  /** The reason of the failure, if the page is no result. */
  readonly fails?: string;
}

export type Content = string | ((asked: Answering) => void);
export interface Answering {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly count: number;
  html(body: string, status?: number, headers?: Readonly<Record<string, string>>): void;
}

export const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
export const source = (at: number) => `/block/${colourOf(at)}.png`;
export const block = (at: number, height = 300) => `<div style="height:${height}px;background:#${colourOf(at)}"></div>`;
export const blocks = (count: number, height = 300) =>
  range(count)
    .map((at) => block(at, height))
    .join('');
export const unset = (count: number) =>
  range(count)
    .map((at) => `<div style="height:300px"><img class="late" data-src="${source(at)}" width="300" height="280"></div>`)
    .join('');
export const show = `const show = (image) => { if (!image.src) image.src = image.dataset.src; };
  const near = (margin) => { for (const image of document.querySelectorAll('.late')) {
    const { top, bottom } = image.getBoundingClientRect(); if (bottom > -margin && top < innerHeight + margin) show(image); } };`;
export const throttled = (ms: number, margin = 0) => `${unset(12)}<script>${show} let due = null;
  addEventListener('scroll', () => { due ??= setTimeout(() => { due = null; near(${margin}); }, ${ms}); }); near(${margin});</script>`;
export const inner = (style: string, count = 8) => `<div style="${style}">${blocks(count)}</div>`;
export const frame = (part: string, style: string) => `<p>外层</p><iframe src="${part}" style="border:0;${style}"></iframe>`;
export const all = (count: number) => range(count);

/** Answers with a body of another type. */
export const typed =
  (type: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Content =>
  ({ response }) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body);

/** A PDF of one page with a block of a colour. */
export function pdfOf(at: number): Buffer {
  const [red, green, blue] = [0, 2, 4].map((from) => (Number.parseInt(colourOf(at).slice(from, from + 2), 16) / 255).toFixed(4));
  const drawn = `${red} ${green} ${blue} rg 50 200 500 500 re f`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<>>>>',
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const end = `xref\n0 5\n0000000000 65535 f \n${places.join('')}trailer<</Root 1 0 R/Size 5>>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text + end);
}
