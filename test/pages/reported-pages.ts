import { readFileSync } from 'node:fs';
import { colourOf } from './colours.ts';
import { all, block, blocks, frame, range, show, source, throttled, typed, unset, type Content, type CorpusPage } from './content.ts';

const bar = (style: string) => `<div style="height:40px;background:#123456;${style}"></div>`;
/** Adds blocks when the end of the page comes into view, each `ms` later. */
const endless = (ms: number, most: number) => `<div id="all">${blocks(4)}</div><div id="end" style="height:20px"></div><script>
  const words = ${JSON.stringify(range(200).map((at) => block(at)))}; let count = 4, busy = false;
  const add = () => { if (busy || count >= ${most} || document.querySelector('#end').getBoundingClientRect().top > innerHeight + 50) return;
    busy = true; setTimeout(() => { document.querySelector('#all').insertAdjacentHTML('beforeend', words.slice(0, 4).map((_, at) =>
    words[(count + at) % 200]).join('')); count += 4; busy = false; add(); }, ${ms}); };
  addEventListener('scroll', add); add();</script>`;
const sections = (style: string) =>
  range(4)
    .map((at) => `<section style="height:100vh;background:#${colourOf(at)};${style}">第${at}节</section>`)
    .join('');

const tall = (height: number) => `<div style="height:${height}px">长</div>`;
const usualFrame = 'width:600px;height:300px';
/** A page with frames of another site. */
const foreign =
  (bodyWith: (frameOf: (part: string, style?: string) => string) => string): Content =>
  ({ html, request }) =>
    html(
      bodyWith(
        (part, style = usualFrame) =>
          `<iframe src="http://localhost:${request.socket.localPort}/${part}" style="border:0;${style}"></iframe>`,
      ),
    );

const ttf = readFileSync('node_modules/@expo-google-fonts/noto-sans-mono/100Thin/NotoSansMono_100Thin.ttf');

/** Kinds of pages that people reported of other programs. */
export const reportedPages: readonly CorpusPage[] = [
  {
    name: 'frame-foreign',
    reported: 'webrecorder/browsertrix-crawler#321',
    body: foreign((frameOf) => `<p>外层</p>${frameOf('frame-scrolls/in')}`),
    colours: all(6),
  },
  { name: 'frame-foreign-below', body: foreign((frameOf) => `${tall(3000)}${frameOf('frame/in')}`), colours: [1] },
  { name: 'frame-foreign-far', body: foreign((frameOf) => `${tall(20_000)}${frameOf('frame/in')}`), colours: [1] },
  {
    name: 'frame-foreign-below-scrolls',
    body: foreign((frameOf) => `${tall(3000)}${frameOf('frame-scrolls/in')}${tall(900)}`),
    colours: all(6),
  },
  { name: 'frame-foreign-below-lazy', body: foreign((frameOf) => `${tall(3000)}${frameOf('frame-lazy/in')}`), colours: all(12) },
  {
    name: 'frame-foreign-tall',
    body: foreign((frameOf) => `${tall(2000)}${frameOf('observer-300', 'width:600px;height:3800px')}${tall(500)}`),
    colours: all(12),
  },
  {
    name: 'frame-foreign-two',
    body: foreign(
      (frameOf) => `<style>.s{position:sticky;top:0;height:40px;background:#123456}</style>${bar('position:fixed;top:0;left:0;right:0')}
        <div class="s">列</div>${frameOf('frame/in')}${tall(2500)}${frameOf('frameset/b')}${tall(2500)}
        <div style="margin-left:700px">${frameOf('canvas')}</div>${bar('position:fixed;bottom:0;left:0;right:0')}`,
    ),
    colours: [1, 2],
  },
  {
    name: 'frame-foreign-nested',
    body: foreign((frameOf) => `${tall(2000)}${frameOf('frame-foreign-nested/in', 'width:700px;height:1500px')}`),
    parts: {
      in: foreign((frameOf) => `${tall(900)}${frameOf('frame/in').replace('localhost', '127.0.0.1')}${frameOf('frameset/b')}`),
    },
    colours: [1, 2],
  },
  {
    name: 'frame-foreign-within',
    body: `${tall(1000)}<iframe src="frame-foreign-within/in" style="border:0;width:700px;height:400px"></iframe>`,
    parts: { in: foreign((frameOf) => `${tall(900)}${frameOf('frame/in')}`) },
    colours: [1],
  },
  {
    name: 'frame-foreign-box',
    body: foreign(
      (frameOf) => `<style>html,body{margin:0;height:100%;overflow:hidden}</style>
        <div style="height:100%;overflow:auto">${tall(4000)}${frameOf('frame-scrolls/in')}</div>`,
    ),
    colours: all(6),
  },
  {
    name: 'frame-foreign-snap',
    body: foreign(
      (frameOf) => `<style>html{scroll-snap-type:y mandatory;scroll-behavior:smooth}section{scroll-snap-align:start;height:100vh}</style>
        <section>一</section><section>二</section><section><div style="height:500px"></div>${frameOf('frame/in')}</section>`,
    ),
    colours: [1],
  },
  {
    name: 'frame-foreign-hidden',
    body: foreign(
      (frameOf) => `${blocks(5)}${frameOf('frame/in', 'display:none')}${frameOf('frame/in', 'visibility:hidden;width:300px;height:200px')}
        ${frameOf('frame/in', 'width:1px;height:1px')}${frameOf('frame/in', 'position:absolute;left:-9000px;width:300px;height:200px')}`,
    ),
    colours: all(5),
  },
  {
    name: 'frame-foreign-wide',
    body: foreign(
      (frameOf) => `<p>外层</p><div style="width:5000px;height:1200px"><div style="margin-left:4200px">${frameOf('frame/in')}</div></div>`,
    ),
    colours: [1],
  },
  {
    name: 'frame-foreign-mobile',
    body: foreign(
      (frameOf) => `<meta name="viewport" content="width=device-width">${tall(2000)}${frameOf('frame/in', 'width:300px;height:200px')}`,
    ),
    device: 'mobile',
    colours: [1],
  },
  {
    name: 'frame-foreign-mobile-old',
    body: foreign((frameOf) => `${tall(4000)}${frameOf('frame/in', 'width:900px;height:500px')}`),
    device: 'mobile',
    colours: [1],
  },
  {
    name: 'frame-login',
    body: frame('frame-login/in', 'width:600px;height:300px'),
    parts: {
      in: ({ html }) => html('<p>请登录</p>', 401, { 'www-authenticate': 'Basic realm="x"' }),
    },
    notes: ['missing_resources'],
  },
  {
    name: 'frame-login-wall',
    body: foreign((frameOf) => `<p>外层</p>${frameOf('wall-locked')}`),
    notes: ['covered'],
  },
  {
    name: 'frame-refused',
    body: frame('frame-refused/in', 'width:600px;height:300px'),
    parts: { in: ({ html }) => html('<p>不许嵌入</p>', 200, { 'x-frame-options': 'DENY' }) },
  },
  {
    name: 'frame-reloads',
    body: frame('frame-reloads/in', 'width:600px;height:300px'),
    parts: { in: `<p>一直刷新</p>${block(1, 100)}<script>setTimeout(() => location.reload(), 400)</script>` },
    colours: [1],
  },
  {
    name: 'frames-reload-often',
    reported: 'ulixee/hero#286',
    body: [
      '<p>外层</p>',
      ...[30, 110, 400, 900].map((ms) => `<iframe src="frames-reload-often/in?${ms}" style="border:0;${usualFrame}"></iframe>`),
      block(1),
    ].join(''),
    parts: {
      in: `<div id="host"></div><script>addEventListener('scroll', () => {});
        document.querySelector('#host').attachShadow({ mode: 'closed' }).innerHTML = '<p>一直刷新</p>';
        setTimeout(() => location.reload(), Number(location.search.slice(1)))</script>`,
    },
    colours: [1],
    mayMove: true,
  },
  {
    name: 'frames-come-and-go',
    reported: 'puppeteer/puppeteer#4153',
    body: `<p>外层</p><div id="host"></div>${block(1)}<script>let at = 0; setInterval(() => { document.querySelector('#host').innerHTML =
      '<iframe src="frames-come-and-go/in?' + (at += 1) + '" style="width:600px;height:300px"></iframe>'; }, 150)</script>`,
    parts: { in: `<p>框</p><script>addEventListener('scroll', () => {})</script>` },
    colours: [1],
  },
  {
    name: 'frames-many',
    body: range(30)
      .map((at) => `<iframe src="frames-many/in?${at}" style="border:0;width:600px;height:200px"></iframe>`)
      .join(''),
    parts: {
      in: `<div style="height:200px">框</div><img class="late" height="150"><script>document.querySelector('.late').dataset.src =
        '/block/' + ${JSON.stringify(range(30).map((at) => colourOf(at)))}[location.search.slice(1)] + '.png'; ${show}
        addEventListener('scroll', () => near(0)); near(0)</script>`,
    },
    colours: all(30),
  },
  {
    name: 'popups',
    body: `<p>正文</p>${block(1)}<script>open('/plain'); open('/wall', 'x', 'width=300,height=300');
      setTimeout(() => open('/tall'), 500)</script>`,
    colours: [1],
    text: '正文',
  },
  { name: 'frame-srcdoc', body: `<p>外层</p><iframe srcdoc='${blocks(5)}' style="width:600px;height:300px"></iframe>`, colours: all(5) },
  { name: 'frame-lazy', body: frame('frame-lazy/in', 'width:600px;height:300px'), parts: { in: throttled(100) }, colours: all(12) },
  {
    name: 'frame-loading-lazy',
    reported: 'microsoft/playwright#40941',
    body: `<div style="height:6000px">远</div>
      ${frame('frame-loading-lazy/in', 'width:600px;height:400px').replace('<iframe', '<iframe loading="lazy"')}`,
    parts: { in: block(1) },
    colours: [1],
  },
  {
    name: 'frameset',
    body: typed(
      'text/html; charset=utf-8',
      '<title>旧网页</title><frameset cols="50%,50%"><frame src="frameset/a"><frame src="frameset/b"></frameset>',
    ),
    parts: { a: block(1), b: block(2) },
    colours: [1, 2],
  },
  {
    name: 'infinite-end',
    reported: 'sindresorhus/capture-website#1',
    body: endless(200, 20),
    colours: all(20),
  },
  {
    name: 'infinite-slow',
    reported: 'webrecorder/browsertrix#3076',
    body: endless(1500, 16).replace('setTimeout(() =>', 'fetch("/wait/1500").then(() =>').replace(', 1500);', ');'),
    colours: all(16),
  },
  { name: 'infinite', reported: 'webrecorder/browsertrix-crawler#723', body: endless(50, 1e9), notes: ['cut_height'] },
  {
    name: 'loader-drawn',
    reported: 'webrecorder/browsertrix-crawler#878',
    body: `<div id="app"><div class="ant-spin" style="width:60px;height:60px"></div></div><script>setTimeout(() => {
      document.querySelector('#app').innerHTML = '<p>数据到了</p>${block(1)}'; }, 2500)</script>`,
    colours: [1],
    text: '数据到了',
  },
  {
    name: 'drawn-in-view',
    reported: 'webrecorder/browsertrix-crawler#299',
    body: `${range(8)
      .map((at) => `<div style="height:500px"><canvas data-at="${colourOf(at)}" width="300" height="200"></canvas></div>`)
      .join('')}<script>const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
      if (isIntersecting) setTimeout(() => { const pen = target.getContext('2d'); pen.fillStyle = '#' + target.dataset.at;
      pen.fillRect(0, 0, 300, 200); }, 250); });
      for (const canvas of document.querySelectorAll('canvas')) observer.observe(canvas);</script>`,
    colours: all(8),
  },
  {
    name: 'background-observed',
    reported: 'microsoft/playwright#40941',
    body: `<style>.b{height:600px}</style>${range(8)
      .map((at) => `<div class="b" data-bg="${source(at)}"></div>`)
      .join('')}<script>const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
      if (isIntersecting) target.style.backgroundImage = 'url(' + target.dataset.bg + ')'; });
      for (const one of document.querySelectorAll('.b')) observer.observe(one);</script>`,
    colours: all(8),
  },
  {
    name: 'content-visibility',
    body: `<style>.c{content-visibility:auto;contain-intrinsic-size:auto 300px}</style>${range(10)
      .map((at) => `<div class="c">${block(at)}</div>`)
      .join('')}`,
    colours: all(10),
  },
  {
    name: 'sections-snap',
    reported: 'puppeteer/puppeteer#1559',
    body: `<style>html{scroll-snap-type:y mandatory;scroll-behavior:smooth}section{scroll-snap-align:start}</style>${sections('')}`,
    colours: all(4),
  },
  {
    name: 'sections-box',
    reported: 'puppeteer/puppeteer#959',
    body: `<style>body{margin:0}</style>
      <main style="height:100vh;overflow-y:scroll;scroll-snap-type:y mandatory">${sections('scroll-snap-align:start')}</main>`,
    colours: all(4),
  },
  {
    name: 'sections-wheel',
    reported: 'alvarotrigo/fullPage.js#3621',
    body: `<style>html,body{margin:0;height:100%;overflow:hidden}</style>${sections('')}`,
    notes: ['inner_scroll'],
  },
  {
    name: 'sections-wheel-moved',
    body: `<style>html,body{margin:0;height:100%;overflow:hidden}</style><div style="height:100%;overflow:hidden">
      <div>${sections('')}</div></div>
      <script>let at = 0; addEventListener('wheel', () => { at += 1; })</script>`,
    notes: ['inner_scroll'],
  },
  {
    name: 'background-fixed',
    reported: 'mrcoles/full-page-screen-capture-chrome-extension#19',
    body: `<style>body{background:url(${source(20)}) fixed}</style>${blocks(8)}`,
    colours: all(8),
  },
  {
    name: 'bar-foot-sticky',
    reported: 'mozilla-services/screenshots#3759',
    body: `${blocks(8)}${bar('position:sticky;bottom:0')}`,
    colours: all(8),
  },
  {
    name: 'bar-hides',
    reported: 'mozilla-services/screenshots#3124',
    body: `${bar('position:fixed;top:0;left:0;right:0')}${blocks(8)}<script>
    addEventListener('scroll', () => {
      document.querySelector('div').style.transform = scrollY > 50 ? 'translateY(-100%)' : ''; })</script>`,
    colours: all(8),
  },
  {
    name: 'webgl',
    reported: 'gildas-lormeau/SingleFile#759',
    body: `<p>图</p><canvas id="c" width="300" height="200"></canvas><script>
    const pen = document.querySelector('#c').getContext('webgl');
      const part = (at) => parseInt('${colourOf(1)}'.slice(at, at + 2), 16) / 255;
    pen.clearColor(part(0), part(2), part(4), 1); pen.clear(pen.COLOR_BUFFER_BIT);</script>`,
    colours: [1],
  },
  {
    name: 'shadow-canvas',
    reported: 'gildas-lormeau/SingleFile#1276',
    body: `<div id="host"></div><script>
    const root = document.querySelector('#host').attachShadow({ mode: 'open' }); 
      root.innerHTML = '<canvas width="300" height="200"></canvas>';
    const pen = root.querySelector('canvas').getContext('2d'); pen.fillStyle = '#${colourOf(1)}'; pen.fillRect(0, 0, 300, 200);</script>`,
    colours: [1],
  },
  {
    name: 'srcset',
    reported: 'gildas-lormeau/SingleFile#1940',
    body: `<picture><source srcset="${source(1)} 1x, ${source(2)} 2x"><img src="${source(3)}" width="300" height="200"></picture>
    <img srcset="${source(4)} 600w, ${source(5)} 3000w" sizes="600px" width="300" height="200">`,
    colours: [1, 4],
  },
  {
    name: 'tall-mobile',
    reported: 'puppeteer/puppeteer#1576',
    body: `<meta name="viewport" content="width=device-width">${blocks(30)}`,
    device: 'mobile',
    colours: all(30),
  },
  {
    name: 'inner-many',
    body: range(30)
      .map((at) => `<div style="height:60px;width:300px;overflow:auto">${block(at, 40)}${block(at + 40, 90)}</div>`)
      .join(''),
    colours: [...all(30), ...all(30).map((at) => at + 40)],
  },
  {
    name: 'rtl-wide',
    body: `<style>html{direction:rtl}</style><div style="display:flex;width:3000px">${range(6)
      .map((at) => `<div style="flex:1;height:300px;background:#${colourOf(at)}">نەق</div>`)
      .join('')}</div>`,
    colours: all(6),
  },
  {
    name: 'table-list',
    reported: 'puppeteer/puppeteer#746',
    body: `<div id="box" style="height:400px;overflow:auto"><div id="all"></div></div><script>
    const all = document.querySelector('#all'), box = document.querySelector('#box'),
      words = ${JSON.stringify(range(12).map((at) => block(at, 150)))};
    const add = () => { if (box.scrollTop + 450 < box.scrollHeight) return; const at = all.children.length; if (at < 12) setTimeout(() => {
    all.insertAdjacentHTML('beforeend', words.slice(at, at + 4).join('')); add(); }, 200); };
    box.addEventListener('scroll', add); all.insertAdjacentHTML('beforeend', words.slice(0, 4).join(''));</script>`,
    colours: all(12),
  },
  {
    name: 'on-media',
    body: `<style>@media print{.s{display:none}}@media (prefers-color-scheme:dark){.s{background:#000!important}}</style>
    <div class="s" style="height:200px;background:#${colourOf(1)}">屏幕</div>`,
    colours: [1],
  },
  {
    name: 'dialogs',
    body: `<p>正文</p><script>alert('一'); confirm('二'); prompt('三'); print();
    addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = ''; });</script>${block(1)}`,
    colours: [1],
    notes: ['covered'],
  },
  {
    name: 'font-late',
    body: `<style>@font-face{font-family:x;src:url(font-late/font)}p{font-family:x}</style><p>Late</p>${block(1)}`,
    parts: { font: ({ response }) => void setTimeout(() => response.writeHead(200, { 'content-type': 'font/ttf' }).end(ttf), 2000) },
    colours: [1],
  },
  {
    name: 'clock',
    body: `<p id="t"></p>${range(30)
      .map((at) => `<p>第${at}行的文字很长很长很长很长很长很长很长很长很长很长很长很长</p>`)
      .join('')}<script>
    const tell = () => { document.querySelector('#t').textContent = new Date().toLocaleTimeString(); }; tell();
      setInterval(tell, 100);</script>`,
  },
  {
    name: 'late-picture',
    body: `<p>正文</p><img src="late-picture/in" width="300" height="200">`,
    parts: { in: ({ response }) => void setTimeout(() => response.writeHead(302, { location: source(1) }).end(), 6000) },
    colours: [1],
  },
  { name: 'hanging-picture', body: `<p>正文</p><img src="/hang" width="300" height="200">`, notes: ['missing_resources', 'lazy_left'] },
  {
    name: 'streams',
    body: `<p>正文</p><script>new EventSource('streams/in')</script>${block(1)}`,
    parts: { in: ({ response }) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n') },
    colours: [1],
    // What is pushed is not in the archive.
    notes: ['missing_resources'],
  },
  {
    name: 'policy',
    body: `<p>正文</p>${throttled(100)}`,
    headers: { 'content-security-policy': "script-src 'self' 'unsafe-inline'; object-src 'none'" },
    colours: all(12),
  },
  {
    name: 'shown-on-top',
    body: `<p>正文</p>${unset(6)}<script>${show} addEventListener('wheel', () => near(0))</script>`,
    notes: ['lazy_left'],
  },
  {
    name: 'object',
    body: `<p>正文</p><object data="object/in" type="text/html" width="600" height="400"></object>`,
    parts: { in: block(1) },
    colours: [1],
  },
  {
    name: 'moves-into-place',
    reported: 'michalsnik/aos#724',
    body: `<p>正文</p>${range(8)
      .map((at) => `<div class="s">${block(at, 400)}</div>`)
      .join('')}<script>new IntersectionObserver((seen) => { for (const { target, isIntersecting } of seen)
      target.style.transform = isIntersecting ? '' : 'translateY(100px)'; }).observe(document.querySelector('.s:last-of-type'))</script>`,
    colours: all(8),
  },
  {
    name: 'missing-film',
    body: `<p>正文</p><video src="/nothing.mp4" width="300" height="200"></video>`,
    notes: ['missing_resources'],
  },
  // What is sandboxed runs no timers, ours neither.
  {
    name: 'scripts-off',
    reported: 'webrecorder/browsertrix-crawler#750',
    body: `<p>正文</p>${blocks(6)}<script>document.body.textContent = ''</script>`,
    headers: { 'content-security-policy': 'sandbox' },
    colours: all(6),
    text: '正文',
  },
  {
    name: 'frame-scripts-off',
    reported: 'webrecorder/browsertrix-crawler#750',
    body: `<p>外层</p>${blocks(2)}<iframe sandbox srcdoc='${blocks(6)}' style="border:0;width:600px;height:400px"></iframe>`,
    colours: all(6),
  },
];
