import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { colourBlock, colourOf } from './colours.ts';
import { all, block, blocks, frame, inner, pdfOf, range, show, source, throttled, typed, unset, type CorpusPage } from './content.ts';
import { coveredPages } from './covered-pages.ts';
import { directionPages } from './direction-pages.ts';
import { encodedPages } from './encoded-pages.ts';
import { framedPages } from './framed-pages.ts';
import { leavingPages } from './leaving-pages.ts';
import { loadedPages } from './loaded-pages.ts';
import { namedPages } from './named-pages.ts';
import { oddPages } from './odd-pages.ts';
import { paintedPages } from './painted-pages.ts';
import { reportedPages } from './reported-pages.ts';
import { scrolledPages } from './scrolled-pages.ts';

const debounced = (ms: number) => `${unset(12)}<script>${show} let due; near(0);
  addEventListener('scroll', () => { clearTimeout(due); due = setTimeout(() => near(0), ${ms}); });</script>`;
const observed = (ms: number) => `${unset(12)}<script>${show}
  const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
    if (isIntersecting) setTimeout(() => show(target), ${ms}); });
  for (const image of document.querySelectorAll('.late')) observer.observe(image);</script>`;
const fading = (seconds: number) => `<style>.s{height:400px;opacity:0;transition:opacity ${seconds}s}.s.in{opacity:1}</style>
  ${range(8)
    .map((at) => `<div class="s" style="background:#${colourOf(at)}"></div>`)
    .join('')}<script>
  const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
    if (isIntersecting) target.classList.add('in'); });
  for (const section of document.querySelectorAll('.s')) observer.observe(section);</script>`;
const wall = (style: string) => `${blocks(2)}<p>正文的内容</p><div style="position:fixed;z-index:9;${style}">请先同意使用条款</div>`;
const hash = (place: string) => `<div id="app"></div><script>
  const draw = () => { document.querySelector('#app').innerHTML = location.hash === '${place}'
    ? '<p>详情页</p><div style="height:300px;background:#${colourOf(1)}"></div>' : '<p>首页</p>'; };
  addEventListener('hashchange', draw); draw();</script>`;
const later = (ms: number, busy: string) => `<div id="app">${busy}</div><script>setTimeout(() => {
  document.querySelector('#app').innerHTML = '<p>内容到了</p>${block(1).replaceAll("'", '')}'; }, ${ms});</script>`;
const shadow = `<div id="host"></div><script>document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML =`;

const closed = shadow.replace("'open'", "'closed'");

const zip = Buffer.from(`PK\u0003\u0004${'archive '.repeat(1000)}`);
const clip = readFileSync('test/installation/servers/clip.webm');
/** Answers with a file, to captures that keep what the address answers. */
const kept = (
  name: string,
  type: string,
  { bytes, ending, status = 200, headers = {} }: NonNullable<CorpusPage['file']> & { status?: number; headers?: Record<string, string> },
): CorpusPage => ({
  name,
  body: ({ response }) => response.writeHead(status, { ...(type !== '' && { 'content-type': type }), ...headers }).end(bytes),
  accept: 'as_is',
  file: { bytes, ending },
  notes: status >= 400 ? ['file', 'http_status'] : ['file'],
});

export const pages: readonly CorpusPage[] = [
  { name: 'plain', body: `<p>正文</p>${blocks(2)}`, colours: all(2), text: '正文' },
  { name: 'plain-long', body: blocks(12), colours: all(12) },
  ...[100, 200, 400].map((ms) => ({ name: `throttle-${ms}`, body: throttled(ms), colours: all(12) })),
  { name: 'throttle-two-screens', body: throttled(100, 1800), colours: all(12) },
  ...[150, 300, 500].map((ms) => ({ name: `debounce-${ms}`, body: debounced(ms), colours: all(12) })),
  ...[0, 300, 500].map((ms) => ({ name: `observer-${ms}`, body: observed(ms), colours: all(12) })),
  {
    name: 'loading-lazy',
    body: range(12)
      .map((at) => `<div style="height:900px"><img loading="lazy" src="${source(at)}" width="300" height="280"></div>`)
      .join(''),
    colours: all(12),
  },
  { name: 'never-shown', body: `<p>正文</p>${unset(3)}`, notes: ['lazy_left'] },
  {
    name: 'on-click-only',
    body: `<p>正文</p><img data-src="${source(1)}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="300" height="200">`,
    notes: ['lazy_left'],
  },
  {
    name: 'inner-box',
    body: `<style>html,body{margin:0;height:100%;overflow:hidden}</style>${inner('height:100vh;overflow:auto')}`,
    colours: all(8),
  },
  { name: 'inner-small', body: inner('height:200px;overflow:auto'), colours: all(8) },
  { name: 'inner-fixed', body: inner('position:fixed;inset:0;overflow:auto'), colours: all(8) },
  { name: 'inner-two', body: inner('height:300px;overflow:auto', 4) + inner('height:200px;overflow-y:scroll', 6), colours: all(6) },
  {
    name: 'inner-nested',
    body: `<div style="height:400px;overflow:auto">${block(6)}${inner('height:200px;overflow:auto', 5)}${block(7)}</div>`,
    colours: [0, 1, 2, 3, 4, 6, 7],
  },
  {
    name: 'inner-flex',
    body: `<style>body{margin:0;display:flex;flex-direction:column;height:100vh}</style>
      <header>页眉</header>${inner('flex:1;overflow:auto')}`,
    colours: all(8),
  },
  {
    name: 'inner-lazy',
    body: `<div id="box" style="height:500px;overflow:auto">${unset(8)}</div><script>${show} let due;
      document.querySelector('#box').addEventListener('scroll', () => { clearTimeout(due); due = setTimeout(() => near(0), 100); });
      near(0);</script>`,
    colours: all(8),
  },
  {
    name: 'inner-virtual',
    body: `<div id="box" style="height:400px;overflow:auto;position:relative"><div id="all" style="height:8000px"></div></div><script>
      const box = document.querySelector('#box'), all = document.querySelector('#all');
      const draw = () => { const first = Math.floor(box.scrollTop / 40); all.innerHTML = Array.from({ length: 12 }, (_, at) =>
        '<div style="position:absolute;left:0;right:0;height:40px;top:' + (first + at) * 40 + 'px">'
        + '第' + (first + at) + '行</div>').join(''); };
      box.addEventListener('scroll', draw); draw();</script>`,
    notes: ['inner_scroll'],
  },
  {
    name: 'inner-wide',
    body: `<div style="width:400px;overflow-x:auto"><div style="display:flex;width:3000px">${range(6)
      .map((at) => `<div style="width:500px;height:200px;background:#${colourOf(at)}"></div>`)
      .join('')}</div></div>`,
    colours: all(6),
  },
  { name: 'frame', body: frame('frame/in', 'width:600px;height:400px'), parts: { in: block(1) }, colours: [1] },
  { name: 'frame-scrolls', body: frame('frame-scrolls/in', 'width:600px;height:300px'), parts: { in: blocks(6) }, colours: all(6) },
  {
    name: 'frame-box',
    body: frame('frame-box/in', 'width:600px;height:300px'),
    parts: { in: inner('height:200px;overflow:auto', 5) },
    colours: all(5),
  },
  {
    name: 'frame-nested',
    body: frame('frame-nested/in', 'width:600px;height:300px'),
    parts: { in: frame('deep', 'width:500px;height:250px'), deep: blocks(4) },
    colours: all(4),
  },
  { name: 'hash-route', body: hash('#/detail'), fragment: '#/detail', colours: [1], text: '详情页' },
  { name: 'hash-query', body: hash('#/detail?id=7'), fragment: '#/detail?id=7', colours: [1], text: '详情页' },
  { name: 'hash-start', body: hash('#/detail'), text: '首页' },
  { name: 'hash-anchor', body: `<p>正文</p><div id="end"></div>${blocks(3)}`, fragment: '#end', colours: all(3) },
  {
    name: 'hash-redirect',
    body: ({ response }) => response.writeHead(302, { location: '/hash-route' }).end(),
    fragment: '#/detail',
    colours: [1],
    text: '详情页',
  },
  { name: 'spinner', body: later(1500, '<div class="spinner" style="width:40px;height:40px">转</div>'), colours: [1], text: '内容到了' },
  {
    name: 'spinner-long',
    body: later(4000, '<div class="loading" style="width:40px;height:40px">转</div>'),
    colours: [1],
    text: '内容到了',
  },
  { name: 'skeleton', body: later(2000, '<div class="skeleton" style="height:400px">骨架</div>'), colours: [1], text: '内容到了' },
  { name: 'aria-busy', body: later(2000, '<div aria-busy="true" style="height:90px">忙</div>'), colours: [1], text: '内容到了' },
  { name: 'words-polling', body: later(5000, '<h1>状态</h1>生成中…'), colours: [1], text: '内容到了' },
  { name: 'words-loading', body: later(2000, '<p>加载中…</p>'), colours: [1], text: '内容到了' },
  { name: 'countdown', body: later(3000, '<p>3秒后显示</p>'), colours: [1], text: '内容到了' },
  {
    name: 'font',
    body: `<style>@font-face{font-family:x;src:url(/font/none.woff2)}p{font-family:x,sans-serif}</style><p>字</p>`,
    notes: ['missing_resources'],
  },
  { name: 'fade-600', body: fading(0.6), colours: all(8) },
  { name: 'fade-1500', body: fading(1.5), colours: all(8) },
  {
    name: 'fade-on-load',
    body: `<style>@keyframes f{from{opacity:0}}.f{animation:f 1s}</style><div class="f">${blocks(2)}</div>`,
    colours: all(2),
  },
  {
    name: 'bar-top',
    body: `<div style="position:fixed;top:0;left:0;right:0;height:40px;background:#123456"></div>${blocks(8)}`,
    colours: all(8),
  },
  {
    name: 'bar-bottom',
    body: `${blocks(8, 450)}<div style="position:fixed;bottom:0;left:0;right:0;height:40px;background:#123456"></div>`,
    colours: all(8),
  },
  { name: 'bar-sticky', body: `<div style="position:sticky;top:0;height:40px;background:#123456"></div>${blocks(8)}`, colours: all(8) },
  {
    name: 'reload-once',
    body: `<p>停下了</p>${block(1)}<script>if (!sessionStorage.done) { sessionStorage.done = 1; location.reload(); }</script>`,
    colours: [1],
    notes: ['self_reload'],
  },
  {
    name: 'reload-400',
    body: `<p>一直刷新</p>${block(1)}<script>setTimeout(() => location.reload(), 400)</script>`,
    colours: [1],
    notes: ['self_reload'],
  },
  { name: 'reload-meta', body: `<meta http-equiv="refresh" content="0"><p>一直刷新</p>${block(1)}`, colours: [1], notes: ['self_reload'] },
  { name: 'leads-on', body: '<script>location.replace("/plain")</script>', colours: all(2), text: '正文' },
  { name: 'leads-on-meta', body: '<meta http-equiv="refresh" content="0;url=/plain">', colours: all(2), text: '正文' },
  {
    name: 'one-time',
    body: ({ html, count }) => (count === 1 ? html(`<p>只看一次</p>${block(1)}`) : html('<p>已失效</p>', 410)),
    colours: [1],
    text: '只看一次',
  },
  { name: 'wall', body: wall('inset:0;background:#333'), notes: ['covered'] },
  { name: 'wall-see-through', body: wall('inset:0;background:rgba(0,0,0,.5)'), notes: ['covered'] },
  { name: 'wall-half', body: wall('left:20%;top:15%;width:60%;height:75%;background:#fff'), notes: ['covered'] },
  {
    name: 'wall-locked',
    body: `<style>body{overflow:hidden}</style>${blocks(6)}${wall('left:35%;top:30%;width:30%;height:40%;background:#fff')}`,
    notes: ['covered'],
  },
  {
    name: 'wall-dialog',
    body: `${blocks(2)}<p>正文</p><dialog id="d">请登录</dialog><script>document.querySelector('#d').showModal()</script>`,
    notes: ['covered'],
  },
  {
    name: 'wall-frame',
    body: `${blocks(2)}<p>正文</p><iframe src="wall-frame/in" style="border:0;position:fixed;inset:0;width:100%;height:100%"></iframe>`,
    parts: { in: '<p style="background:#eee;height:90vh">同意？</p>' },
    notes: ['covered'],
  },
  {
    name: 'wall-in-frame',
    body: frame('wall-in-frame/in', 'width:1300px;height:800px'),
    parts: { in: wall('inset:0;background:#333') },
    notes: ['covered'],
  },
  { name: 'bar-cookies', body: wall('left:0;right:0;bottom:0;height:80px;background:#333') },
  { name: 'click-through', body: wall('inset:0;pointer-events:none;opacity:.1') },
  {
    name: 'service-worker',
    body: `<p>正文</p><script>navigator.serviceWorker?.register('/service-worker/sw')</script>`,
    parts: { sw: typed('text/javascript', '') },
    notes: ['service_worker'],
  },
  {
    name: 'canvas',
    body: `<canvas id="c" width="300" height="200"></canvas><p>图</p><script>const pen = document.querySelector('#c').getContext('2d');
    pen.fillStyle = '#${colourOf(1)}'; pen.fillRect(0, 0, 300, 200)</script>`,
    colours: [1],
  },
  { name: 'shadow', body: `${shadow} '${block(1)}<p>影</p>'</script>`, colours: [1] },
  { name: 'shadow-box', body: `${shadow} '${inner('height:200px;overflow:auto', 4)}'</script>`, colours: all(4) },
  { name: 'shadow-never', body: `<p>正文</p>${shadow} '${unset(2)}'</script>`, notes: ['lazy_left'] },
  { name: 'closed-shadow', body: `${closed} '${block(1)}<p>影</p>'</script>`, colours: [1] },
  { name: 'closed-shadow-box', body: `${closed} '${inner('height:200px;overflow:auto', 4)}'</script>`, colours: all(4) },
  {
    name: 'closed-shadow-declared',
    body: `<div><template shadowrootmode="closed">${inner('height:200px;overflow:auto', 4)}</template></div>`,
    colours: all(4),
  },
  {
    name: 'closed-shadow-lazy',
    body: `<div id="host"></div><script>
      const root = document.querySelector('#host').attachShadow({ mode: 'closed' }); root.innerHTML = '${unset(12)}'; ${show}
      const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
        if (isIntersecting) setTimeout(() => show(target), 300); });
      for (const image of root.querySelectorAll('.late')) observer.observe(image);</script>`,
    colours: all(12),
  },
  { name: 'closed-shadow-never', body: `<p>正文</p>${closed} '${unset(2)}'</script>`, notes: ['lazy_left'] },
  { name: 'closed-shadow-rare', body: `<p>字</p>${closed} '<p>𱍐</p>'</script>`, notes: ['no_font'] },
  {
    name: 'closed-shadow-wall',
    body: `${blocks(2)}<p>正文</p>${closed} '${wall('inset:0;background:#333')}'</script>`,
    notes: ['covered'],
  },
  {
    name: 'closed-shadow-nested',
    body: `<div id="host"></div><script>
      const outer = document.querySelector('#host').attachShadow({ mode: 'open' }); outer.innerHTML = '<section></section>';
      const middle = outer.querySelector('section').attachShadow({ mode: 'closed' }); middle.innerHTML = '<article></article>';
      middle.querySelector('article').attachShadow({ mode: 'closed' }).innerHTML = '${inner('height:200px;overflow:auto', 4)}';</script>`,
    colours: all(4),
  },
  {
    name: 'closed-shadow-frame',
    body: frame('closed-shadow-frame/in', 'width:600px;height:300px'),
    parts: { in: `${closed} '${inner('height:200px;overflow:auto', 5)}'</script>` },
    colours: all(5),
  },
  {
    name: 'closed-shadow-late',
    body: `${blocks(6)}<div id="host"></div><script>let done = false; addEventListener('scroll', () => { if (done || scrollY < 500) return;
      done = true; setTimeout(() => { document.querySelector('#host').attachShadow({ mode: 'closed' }).innerHTML =
      '${inner('height:200px;overflow:auto', 9)}'; }, 200); });</script>`,
    colours: all(9),
  },
  {
    name: 'svg',
    body: `<p>图</p><svg width="300" height="200"><rect width="300" height="200" fill="#${colourOf(1)}"/></svg>`,
    colours: [1],
  },
  { name: 'empty', body: typed('text/html', ''), fails: '网页内容为空白' },
  { name: 'tall', body: blocks(20, 1500), colours: all(20) },
  { name: 'too-tall', body: blocks(50, 1500), colours: all(40), notes: ['cut_height'] },
  {
    name: 'wide',
    body: `<div style="display:flex;width:6000px">${range(6)
      .map((at) => `<div style="width:1000px;height:300px;background:#${colourOf(at)}"></div>`)
      .join('')}</div>`,
    colours: all(6),
  },
  {
    name: 'too-wide',
    body: `<div style="width:20000px;height:100px;background:#${colourOf(1)}">宽</div>`,
    colours: [1],
    notes: ['cut_width'],
  },
  { name: 'rare', body: '<p>𱍐 字</p>', notes: ['no_font'] },
  { name: 'rare-private', body: '<p>图标 \uE001\uE002</p>' },
  {
    name: 'moving',
    body: `<p>正文</p><div id="m" style="width:400px;height:300px"></div><script>setInterval(() => {
    document.querySelector('#m').style.background = '#' + Math.floor(Math.random() * 16777215).toString(16).padStart(6, '0');
    document.querySelector('#m').innerHTML = '字'.repeat(Math.random() * 90); }, 50)</script>`,
    notes: ['moving'],
  },
  { name: 'missing-picture', body: '<p>正文</p><img src="/nothing.png" width="300" height="200">', notes: ['missing_resources'] },
  { name: 'missing-style', body: '<link rel="stylesheet" href="/nothing.css"><p>正文</p>', notes: ['missing_resources'] },
  { name: 'missing-data', body: `<p>正文</p><script>fetch('/nothing.json')</script>` },
  {
    name: 'hanging-script',
    reported: 'fhir-crucible/crucible#154',
    body: `<p>正文</p>${block(1)}<script src="/hang"></script>`,
    colours: [1],
    notes: ['missing_resources'],
  },
  {
    name: 'hanging-style',
    body: `<link rel="stylesheet" href="/hang"><p>正文</p>${block(1)}`,
    colours: [1],
    notes: ['missing_resources'],
  },
  {
    name: 'hanging-style-head',
    body: ({ response }) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><html><head><link rel="stylesheet" href="/hang"><title>题</title></head><body><p>正文</p>${block(1)}
          <script>document.title = '有脚本'</script></body></html>`),
    colours: [1],
    notes: ['missing_resources'],
  },
  {
    name: 'hanging-style-imported',
    body: `<style>@import url(/hang);</style><p>正文</p>${block(1)}<script>document.title = '有脚本'</script>`,
    colours: [1],
    notes: ['missing_resources'],
  },
  {
    name: 'trickles',
    body: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>正文</p>');
      const more = setInterval(() => response.write('<p>又一行</p>'), 300);
      response.on('close', () => clearInterval(more));
    },
    fails: '网页打开超时（20秒）',
  },
  { name: 'hanging-data', body: `<p>正文</p>${block(1)}<script>fetch('/hang')</script>`, colours: [1] },
  {
    name: 'never-still',
    body: `<p>正文</p>${block(1)}<script>setInterval(() => fetch('/plain?' + Math.random()), 100)</script>`,
    colours: [1],
  },
  {
    name: 'too-many-requests',
    body: `<p>正文</p>${block(1)}<script>for (let at = 0; at < 3000; at += 1) fetch('/plain?' + at).catch(() => undefined)</script>`,
    colours: [1],
    notes: ['missing_resources'],
  },
  { name: 'gone', body: '<p>没有了</p>', status: 404, fails: '目标网站返回错误（HTTP 404）' },
  {
    name: 'login',
    body: '<p>请登录</p>',
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="x"' },
    fails: '目标网站要求登录（HTTP 401）',
  },
  ...[401, 403, 404, 410, 451, 500, 503].map((status) => ({
    name: `as-is-${status}`,
    body: `<p>应答 ${status}</p>${block(1)}`,
    status,
    accept: 'as_is' as const,
    ...(status === 401 && { headers: { 'www-authenticate': 'Basic realm="x"' } }),
    colours: [1],
    notes: ['http_status' as const],
  })),
  { name: 'as-is-empty', body: ({ response }) => response.writeHead(404).end(), accept: 'as_is', notes: ['http_status'] },
  { name: 'as-is-page', body: `<p>正文</p>${block(1)}`, accept: 'as_is', colours: [1] },
  {
    name: 'inline',
    body: `<p>正文</p>${block(1)}`,
    headers: { 'content-disposition': 'inline; filename="attachment-1.html"' },
    colours: [1],
  },
  { name: 'script-type', body: typed('application/javascript', 'const words = 1;'), text: 'words' },
  { name: 'vendor-json', body: typed('application/vnd.api-v1+json', '{"words":1}'), text: 'words' },
  {
    name: 'download',
    body: typed('application/zip', 'PK', { 'content-disposition': 'attachment; filename="a.zip"' }),
    fails: '目标网址是文件下载，不是网页',
  },
  {
    name: 'not-gzip',
    body: typed('text/html', '<h1>words</h1>', { 'content-encoding': 'gzip' }),
    fails: '目标网站的应答无法解压（Content-Encoding 与内容不符）',
  },
  {
    name: 'short-body',
    body: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '90000' }).write('<p>half');
      setTimeout(() => response.destroy(), 200);
    },
    fails: '目标网站的应答中途断开',
  },
  { ...kept('file-pdf', 'application/pdf', { bytes: pdfOf(1), ending: '.pdf' }), colours: [1] },
  {
    ...kept('file-pdf-named', 'application/pdf', {
      bytes: pdfOf(2),
      ending: '.pdf',
      headers: { 'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent('判决书.pdf')}` },
    }),
    colours: [2],
  },
  { ...kept('file-pdf-gone', 'application/pdf', { bytes: pdfOf(3), ending: '.pdf', status: 404 }), colours: [3] },
  {
    ...kept('file-pdf-cookie', 'application/pdf', { bytes: pdfOf(4), ending: '.pdf' }),
    body: ({ request, response }) =>
      request.headers.cookie?.includes('may=1') === true
        ? response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdfOf(4))
        : response.writeHead(302, { location: '/file-pdf-cookie', 'set-cookie': 'may=1' }).end(),
    colours: [4],
  },
  {
    ...kept('file-pdf-script', 'application/pdf', { bytes: pdfOf(5), ending: '.pdf' }),
    body: ({ request, response, html }) =>
      request.headers.cookie?.includes('may=1') === true
        ? response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdfOf(5))
        : html('<script>document.cookie = "may=1"; location.reload();</script>'),
    colours: [5],
  },
  kept('file-zip', 'application/zip', { bytes: zip, ending: '.zip' }),
  kept('file-zip-gone', 'application/zip', { bytes: zip, ending: '.zip', status: 404 }),
  kept('file-attached-page', 'text/html', {
    bytes: Buffer.from('<p>saved</p>'),
    ending: '.html',
    headers: { 'content-disposition': 'attachment; filename="a.html"' },
  }),
  kept('file-unknown', '', { bytes: Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]), ending: '' }),
  kept('file-sniffed', 'text/plain', { bytes: Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]), ending: '' }),
  {
    ...kept('file-gzip', 'application/zip', { bytes: zip, ending: '.zip' }),
    body: ({ response }) => response.writeHead(200, { 'content-type': 'application/zip', 'content-encoding': 'gzip' }).end(gzipSync(zip)),
  },
  { ...kept('file-picture', 'image/png', { bytes: colourBlock(colourOf(6)), ending: '.png' }), colours: [6] },
  kept('file-film', 'video/webm', { bytes: clip, ending: '.webm' }),
  {
    name: 'page-and-file',
    body: ({ html }) => html(`<p>下载即将开始</p>${block(1)}<script>setTimeout(() => { location.href = '/file-zip'; }, 50)</script>`),
    accept: 'as_is',
    colours: [1],
    text: '下载即将开始',
  },
  ...[
    { name: 'file-short', length: '90000' },
    { name: 'file-broken', length: null },
  ].map(
    ({ name, length }): CorpusPage => ({
      name,
      body: ({ response }) => {
        response.writeHead(200, { 'content-type': 'application/zip', ...(length !== null && { 'content-length': length }) }).write('half');
        setTimeout(() => response.destroy(), 200);
      },
      accept: 'as_is',
      fails: '目标网站的应答中途断开',
    }),
  ),
  ...(
    [
      ['self-made', '不是受信任的机构签发，ERR_CERT_AUTHORITY_INVALID'],
      ['expired', '已过期或尚未生效，ERR_CERT_DATE_INVALID'],
      ['wrong-name', '与网址的域名不符，ERR_CERT_COMMON_NAME_INVALID'],
    ] as const
  ).flatMap(([certificate, words]): CorpusPage[] => {
    const page = { body: `<p>正文</p>${block(1)}`, certificate };
    return [
      { ...page, name: `certificate-${certificate}`, fails: `目标网站的安全证书无效（${words}）` },
      { ...page, name: `as-is-certificate-${certificate}`, accept: 'as_is', colours: [1], notes: ['certificate'] },
    ];
  }),
  { name: 'mobile', body: `<meta name="viewport" content="width=device-width"><p>手机</p>${blocks(3)}`, device: 'mobile', colours: all(3) },
  {
    name: 'mobile-agent',
    body: ({ html, request }) => html(/Mobile/.test(request.headers['user-agent'] ?? '') ? `<p>手机版</p>${block(1)}` : '<p>电脑版</p>'),
    device: 'mobile',
    colours: [1],
    text: '手机版',
  },
  ...coveredPages,
  ...directionPages,
  ...encodedPages,
  ...framedPages,
  ...leavingPages,
  ...loadedPages,
  ...namedPages,
  ...oddPages,
  ...paintedPages,
  ...reportedPages,
  ...scrolledPages,
];
