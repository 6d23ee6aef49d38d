import { all, block, blocks, frame, pdfOf, range, show, source, typed, unset, type CorpusPage } from './content.ts';
import { observed, placed, reveal } from './scrolled-pages.ts';

const small = 'width:600px;height:400px';
const tall = 'width:600px;height:4100px';
const within = (name: string, style: string, body: string, more: Partial<CorpusPage> = {}): CorpusPage => ({
  name,
  body: `${frame(`${name}/in`, style)}<p>其后</p>`,
  parts: { in: body },
  ...more,
});
const notice = (how: string) => `<div id="n" style="position:fixed;top:0;left:0;right:0">本站公告：活动将于今日截止，请尽快参加</div>
  ${blocks(8)}<script>addEventListener('scroll', () => { if (scrollY > 50) ${how} })</script>`;

/** What frames of the same site show and hide again. */
export const framedPages: readonly CorpusPage[] = [
  within('framed-opacity', small, reveal('opacity:0;') + observed, { colours: all(10) }),
  within('framed-opacity-tall', tall, reveal('opacity:0;') + observed, { colours: all(10) }),
  within('framed-visibility', small, reveal('visibility:hidden;') + observed, { colours: all(10) }),
  within(
    'framed-display',
    tall,
    `<p>文</p>${reveal('', 10)}<style>.s{height:400px}.s>div{display:none}.s.in>div{display:block}</style>${observed}`,
    {
      colours: all(10),
    },
  ),
  within('framed-by-place', small, reveal('opacity:0;transform:translateY(100px);') + placed, { colours: all(10) }),
  within('framed-margin', `${small};border:9px solid #000;padding:11px`, reveal('opacity:0;') + observed, { colours: all(10) }),
  {
    name: 'framed-below',
    body: `<div style="height:3000px">长</div>${frame('framed-opacity/in', small)}<div style="height:900px">长</div>`,
    colours: all(10),
  },
  {
    name: 'framed-box',
    body: `<style>html,body{margin:0;height:100%;overflow:hidden}</style><div style="height:100vh;overflow:auto">
      <div style="height:2000px">长</div>${frame('framed-opacity/in', small)}</div>`,
    colours: all(10),
  },
  {
    name: 'framed-mobile',
    device: 'mobile',
    body: `<meta name="viewport" content="width=device-width"><div style="height:2000px">长</div>
      ${frame('framed-opacity/in', 'width:300px;height:400px')}`,
    colours: all(10),
  },
  within('framed-twice', 'width:700px;height:900px', `<div style="height:1500px">长</div>${frame('/framed-opacity/in', small)}`, {
    colours: all(10),
  }),
  within(
    'framed-inner-box',
    tall,
    `<style>html,body{margin:0;height:100%;overflow:hidden}</style><div style="height:400px;overflow:auto">
      ${reveal('opacity:0;')}</div>${observed}`,
    { colours: all(10) },
  ),
  within(
    'framed-unloads',
    tall,
    `${unset(12)}<script>${show} const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
      const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
        target.src = isIntersecting ? target.dataset.src : blank; });
      for (const image of document.querySelectorAll('.late')) observer.observe(image);</script>`,
    { colours: all(12) },
  ),
  within('framed-notice', small, notice("document.querySelector('#n').remove();"), { colours: all(8), notes: ['inner_scroll'] }),
  // Shown once by the walk's own scrolling only.
  within(
    'framed-once',
    small,
    `${blocks(8)}<p id="t" style="opacity:0">读到一半时才显示的说明文字</p><script>addEventListener('scroll', () => {
      document.querySelector('#t').style.opacity = Number(scrollY > 300 && innerHeight < 500); })</script>`,
    { colours: all(8), notes: ['inner_scroll'] },
  ),
  within(
    'framed-still',
    small,
    `${range(6)
      .map((at) => `<img src="${source(at)}" width="500" height="300">`)
      .join('')}`,
    { colours: all(6) },
  ),
  within('framed-closed', small, `<details><summary>更多</summary>${block(1)}</details>${blocks(4)}`, { colours: all(4) }),
  ...[
    ['framed-pdf', '<iframe src="framed-pdf/in" width="600" height="500"></iframe>'],
    ['framed-pdf-embed', '<embed src="framed-pdf-embed/in" type="application/pdf" width="600" height="500">'],
    ['framed-pdf-object', '<object data="framed-pdf-object/in" type="application/pdf" width="600" height="500">无法显示</object>'],
    ['framed-pdf-embed-untyped', '<embed src="framed-pdf-embed-untyped/in" width="600" height="500">'],
  ].map(
    ([name = '', body = '']): CorpusPage => ({
      name,
      body: `<p>正文</p>${body}`,
      parts: { in: typed('application/pdf', pdfOf(1)) },
      notes: ['inner_scroll'],
    }),
  ),
  {
    name: 'framed-pdf-as-is',
    body: '<p>正文</p><iframe src="framed-pdf-as-is/in" width="600" height="500"></iframe>',
    parts: { in: typed('application/pdf', pdfOf(1)) },
    accept: 'as_is',
    notes: ['inner_scroll'],
  },
  {
    name: 'framed-zip',
    body: `<p>正文</p>${block(1)}<iframe src="framed-zip/in" width="600" height="500"></iframe>`,
    parts: { in: typed('application/zip', 'PK', { 'content-disposition': 'attachment' }) },
    colours: [1],
  },
  ...[
    ['framed-refused', { 'x-frame-options': 'DENY' }],
    ['framed-refused-policy', { 'content-security-policy': "frame-ancestors 'none'" }],
  ].map(
    ([name, headers]): CorpusPage => ({
      name: String(name),
      body: `<p>正文</p>${block(1)}<iframe src="${String(name)}/in" width="600" height="300"></iframe>`,
      parts: { in: ({ html }) => html(`<p>不许嵌入</p>${block(2)}`, 200, headers as Readonly<Record<string, string>>) },
      colours: [1],
    }),
  ),
];
