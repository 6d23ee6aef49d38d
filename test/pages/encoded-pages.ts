import type { ServerResponse } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { colourBlock, colourOf } from './colours.ts';
import { block, typed, type Content, type CorpusPage } from './content.ts';

const clip = 'data:text/css,p{color:black}';

/** A page in other bytes than UTF-8. */
const bytes = (type: string, head: string, word: string): Content =>
  typed(
    type,
    Buffer.concat([Buffer.from(`<!doctype html><html><head>${head}<title>x</title></head><body><p>`), Buffer.from(word, 'hex'), end]),
  );
const end = Buffer.from(`</p>${block(1)}</body></html>`);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#${colourOf(1)}"/>
      </svg>`;
const xhtml = `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>页</title>
      </head>
  <body><p>严格的网页</p>${block(1)}</body></html>`;

/** XML with an XSL stylesheet. */
const transformed =
  (type: string): Content =>
  ({ request, response }) =>
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><?xml-stylesheet type="${type}" href="${request.url ?? ''}/in"?><r><a>元素</a></r>`);
const xsl = typed(
  'text/xsl',
  '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><body>' +
    `<p>转换后</p>${block(1)}</body></html></xsl:template></xsl:stylesheet>`,
);

/** As cameras send films: each picture takes the place of the one before. */
function pictureByPicture(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=next' });
  let at = 0;
  const next = setInterval(() => {
    const picture = colourBlock(colourOf((at += 1) % 2));
    response.write(`--next\r\nContent-Type: image/png\r\nContent-Length: ${picture.length}\r\n\r\n`);
    response.write(picture);
    response.write('\r\n');
  }, 200);
  response.on('close', () => clearInterval(next));
}

/** Pages in other encodings, and answers that are documents of another kind. */
export const encodedPages: readonly CorpusPage[] = [
  { name: 'gbk', body: bytes('text/html; charset=gbk', '', 'd6d0cec4'), colours: [1], text: '中文' },
  { name: 'gbk-meta', body: bytes('text/html', '<meta charset="gb2312">', 'd6d0cec4'), colours: [1], text: '中文' },
  {
    name: 'gbk-http-equiv',
    body: bytes('text/html', '<meta http-equiv="Content-Type" content="text/html; charset=gbk">', 'd6d0cec4'),
    colours: [1],
    text: '中文',
  },
  { name: 'gbk-against-meta', body: bytes('text/html; charset=gbk', '<meta charset="utf-8">', 'd6d0cec4'), colours: [1], text: '中文' },
  { name: 'gb18030', body: bytes('text/html; charset=gb18030', '', '8431a439d6d0'), colours: [1], text: '中' },
  { name: 'big5', body: bytes('text/html; charset=big5', '', 'a4a4a4e5'), colours: [1], text: '中文' },
  { name: 'shift-jis', body: bytes('text/html; charset=shift_jis', '', '93fa967b'), colours: [1], text: '日本' },
  { name: 'euc-kr-meta', body: bytes('text/html', '<meta charset="euc-kr">', 'c7d1b1b9'), colours: [1], text: '한국' },
  {
    name: 'utf-16',
    body: typed('text/html', Buffer.from(`\ufeff<!doctype html><title>x</title><p>中文</p>${block(1)}`, 'utf16le')),
    colours: [1],
    text: '中文',
  },
  {
    name: 'brotli',
    body: typed('text/html; charset=utf-8', brotliCompressSync(`<!doctype html><p>压缩</p>${block(1)}`), { 'content-encoding': 'br' }),
    colours: [1],
    text: '压缩',
  },
  {
    name: 'no-type',
    body: ({ response }) => response.end(`<!doctype html><meta charset="utf-8"><p>没有类型</p>${block(1)}`),
    colours: [1],
  },
  { name: 'text', body: typed('text/plain; charset=utf-8', '纯文本\n'.repeat(90)), text: '纯文本' },
  { name: 'text-gbk', body: typed('text/plain; charset=gbk', Buffer.from('d6d0cec4', 'hex')), text: '中文' },
  {
    name: 'utf-8-guessed',
    body: bytes('text/html', '', Buffer.from('没有写明编码的网页，由浏览器来猜'.repeat(9)).toString('hex')),
    colours: [1],
  },
  {
    name: 'gbk-guessed',
    body: bytes('text/html', '', 'c3bbd3d0d0b4c3f7b1e0c2ebb5c4cdf8d2b3'.repeat(9)),
    colours: [1],
    text: '没有写明编码的网页',
  },
  {
    name: 'text-gbk-long',
    body: typed('text/plain; charset=gbk', Buffer.from('d6d0cec4b5c4b4bfcec4b1be0d0a'.repeat(40), 'hex')),
    text: '中文的纯文本',
  },
  {
    name: 'text-gbk-guessed',
    body: typed('text/plain', Buffer.from('d6d0cec4b5c4b4bfcec4b1be0d0a'.repeat(40), 'hex')),
    text: '中文的纯文本',
  },
  { name: 'text-utf-8-guessed', body: typed('text/plain', '中文的纯文本\n'.repeat(40)) },
  {
    name: 'redirects-nowhere',
    body: ({ response }) => response.writeHead(302, { 'content-type': 'text/html; charset=utf-8' }).end(`<p>没有去处</p>${block(1)}`),
    colours: [1],
    text: '没有去处',
  },
  {
    name: 'redirects-nowhere-empty',
    body: ({ response }) => response.writeHead(302).end(),
    fails: '网页内容为空白',
  },
  {
    name: 'picture-by-picture',
    body: ({ response }) => pictureByPicture(response),
    notes: ['moving'],
  },
  {
    name: 'picture-by-picture-within',
    body: `<p>正文</p>${block(1)}<img src="picture-by-picture-within/in" width="300" height="200">`,
    parts: { in: ({ response }) => pictureByPicture(response) },
    colours: [1],
    notes: ['moving'],
  },
  { name: 'json', body: typed('application/json', '{"名":"值"}'), text: '名' },
  { name: 'svg-document', body: typed('image/svg+xml', svg), colours: [1] },
  { name: 'xhtml', body: typed('application/xhtml+xml', xhtml), colours: [1], text: '严格的网页' },
  { name: 'xml', body: typed('application/xml', '<?xml version="1.0"?><r><a>元素</a></r>'), text: '元素' },
  {
    name: 'xml-style',
    body: typed('application/xml', `<?xml version="1.0"?><?xml-stylesheet type="text/css" href="${clip}"?><r><p>元素</p></r>`),
    text: '元素',
  },
  // The browser lays its warning about XSLT over the page, and never says that the stylesheet has come.
  { name: 'xml-xsl', body: transformed('text/xsl'), parts: { in: xsl }, text: '转换后', notes: ['covered', 'missing_resources'] },
  // It shows the source, without asking for the stylesheet.
  { name: 'xml-xslt', body: transformed('application/xslt+xml'), text: '元素', notes: ['missing_resources'] },
  { name: 'xml-xsl-gone', body: transformed('text/xsl'), fails: '网页内容为空白' },
  { name: 'picture', body: typed('image/png', colourBlock(colourOf(1))), colours: [1] },
  { name: 'pdf', body: typed('application/pdf', '%PDF-1.4'), fails: '目标网址是文件下载，不是网页' },
  { name: 'film', body: typed('video/webm', ''), fails: '目标网址是文件下载，不是网页' },
  { name: 'no-content', body: ({ response }) => response.writeHead(204).end(), fails: '目标网站的应答没有内容（HTTP 204）' },
  {
    name: 'as-is-no-content',
    body: ({ response }) => response.writeHead(204).end(),
    accept: 'as_is',
    fails: '目标网站的应答没有内容（HTTP 204）',
  },
  {
    name: 'redirects-for-ever',
    body: ({ response }) => response.writeHead(302, { location: '/redirects-for-ever' }).end(),
    fails: '目标网址重定向次数过多',
  },
  { name: 'refresh-header', body: ({ html }) => html('', 200, { refresh: '0;url=/plain' }), text: '正文' },
];
