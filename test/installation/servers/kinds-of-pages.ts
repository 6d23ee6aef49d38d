import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { picture } from '../intake.ts';
import { page, type WebSite } from './web-site.ts';

const font = readFileSync(
  join(import.meta.dirname, '../../../node_modules/@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf'),
);
/** Two frames of colour bars. */
const clip = readFileSync(join(import.meta.dirname, 'clip.webm'));
const words = '本页面载有证据的正文，每一行都应当在重放时原样出现。'.repeat(12);
const text = `<p style="font: 18px serif; line-height: 1.6">${words}</p>`;

interface Making {
  serve(path: string, type: string, body: Buffer | string): void;
  script(path: string, body: string): void;
  redirect(path: string, to: string): void;
  /** Serves a page of this kind at a path. */
  at(name: string, path: string): void;
  /** Serves an HTML page of this kind. */
  kind(name: string, path: string, body: string): void;
}

/** A page of each kind that a replay must support: its path by its name. Its resources are below its path. */
export function kindsOfPages(site: WebSite): Readonly<Record<string, string>> {
  const kinds: Record<string, string> = {};
  const serve = (path: string, type: string, body: Buffer | string) =>
    site.on(path, (_request, response) => void response.writeHead(200, { 'content-type': type }).end(body));
  const at = (name: string, path: string) => {
    kinds[name] = path;
  };
  const making: Making = {
    serve,
    at,
    script: (path, body) => serve(path, 'text/javascript; charset=utf-8', body),
    redirect: (path, to) => site.on(path, (_request, response) => void response.writeHead(302, { location: to }).end()),
    kind(name, path, body) {
      at(name, path);
      site.on(path, page(body));
    },
  };
  for (const [number, colour] of ['rgb(200, 30, 30)', 'rgb(30, 160, 60)', 'rgb(30, 30, 200)'].entries())
    serve(`/k/${number}.png`, 'image/png', picture(colour));
  for (const make of [textPages, drawnPages, askingPages]) make(site, making);
  return kinds;
}

function textPages(site: WebSite, { kind, at, serve }: Making): void {
  kind('正文', '/k/plain', `<h1>正文</h1>${text}`);
  at('国标编码', '/k/gbk');
  // 中文网页 in GBK; the page itself declares the encoding.
  serve(
    '/k/gbk',
    'text/html',
    Buffer.concat([
      Buffer.from('<!doctype html><meta charset="gbk"><h1 style="font-size: 80px">'),
      Buffer.from('d6d0cec4cdf8d2b3', 'hex'),
      Buffer.from('</h1>'),
    ]),
  );
  at('大五码', '/k/big5');
  serve(
    '/k/big5',
    'text/html; charset=big5',
    Buffer.concat([
      Buffer.from('<!doctype html><h1 style="font-size: 80px">'),
      Buffer.from('a4a4a4e5bafaadb6', 'hex'),
      Buffer.from('</h1>'),
    ]),
  );
  at('没有写明编码的网页', '/k/unsaid');
  serve('/k/unsaid', 'text/html', `<!doctype html><h1 style="font-size: 80px">没有写明</h1>${text}`);
  at('没有写明编码的文本', '/k/unsaid-text');
  // 中文的纯文本 in GBK, line by line.
  serve('/k/unsaid-text', 'text/plain', Buffer.from('d6d0cec4b5c4b4bfcec4b1be0d0a'.repeat(40), 'hex'));
  at('没有去处的转向', '/k/nowhere');
  site.on('/k/nowhere', page(`<h1>没有去处</h1>${text}`, 302));
  site.on('/k/refused', page('<p>不许嵌入</p>', 200, { 'x-frame-options': 'DENY' }));
  site.on('/k/saved', (_request, response) => void response.writeHead(200, { 'content-disposition': 'attachment' }).end('saved'));
  kind('不显示的框架', '/k/unshown', '<iframe src="/k/refused" width="500" height="260"></iframe><iframe src="/k/saved"></iframe>');
  serve('/k/font.ttf', 'font/ttf', font);
  kind(
    '网页字体',
    '/k/font',
    `<style>@font-face { font-family: own; src: url(/k/font.ttf) } h1 { font: 60px own }</style><h1>0O1lI</h1>${text}`,
  );
  site.on('/k/inner', page('<p>里层框架</p><img src="/k/2.png" width="90" height="60">'));
  site.on('/k/outer', page('<p>外层框架</p><iframe src="/k/inner" width="300" height="120"></iframe>'));
  kind('嵌套框架', '/k/frames', '<h1>框架</h1><iframe src="/k/outer" width="500" height="260"></iframe>');
  at('框架集', '/k/frameset');
  serve(
    '/k/frameset',
    'text/html; charset=utf-8',
    '<!doctype html><title>框架集</title><frameset cols="50%,50%"><frame src="/k/outer"><frame src="/k/inner"></frameset>',
  );
}

function drawnPages(_site: WebSite, { kind, script, serve, redirect }: Making): void {
  kind(
    '画布',
    '/k/canvas',
    `<canvas id="c" width="600" height="300"></canvas><script>
      const pen = document.querySelector('#c').getContext('2d');
      for (let at = 0; at < 40; at += 1) { pen.fillStyle = 'hsl(' + at * 9 + ' 80% 50%)'; pen.fillRect(at * 15, at * 7, 60, 20); }
    </script>`,
  );
  serve('/k/clip.webm', 'video/webm', clip);
  kind('视频', '/k/video', `<video src="/k/clip.webm" width="480" height="270" muted></video>${text}`);
  kind(
    '延迟图片',
    '/k/lazy',
    `<h1>延迟图片</h1><div style="height: 2600px">${text}</div><img loading="lazy" src="/k/0.png" width="400" height="300">`,
  );
  script(
    '/k/component.js',
    `customElements.define('own-card', class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: 'closed' }).innerHTML = '<style>b { font: 40px serif; color: green }</style><b><slot></slot></b>'; } });`,
  );
  kind('网页组件', '/k/components', `<own-card>影子文档</own-card><script src="/k/component.js"></script>${text}`);
  script('/k/worker.js', "self.addEventListener('fetch', (event) => event.respondWith(new Response('假的')))");
  kind('服务线程', '/k/service-worker', `<script>navigator.serviceWorker?.register('/k/worker.js').catch(() => {})</script>${text}`);
  serve('/k/shape.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>');
  kind(
    '矢量图',
    '/k/svg',
    '<img src="/k/shape.svg" width="300"><svg width="300" height="300"><rect width="200" height="90" fill="teal"/></svg>',
  );
  serve('/k/deep.css', 'text/css', 'body { background: url(0.png) repeat-x; padding-top: 200px }');
  redirect('/k/moved.css', '/k/deep.css');
  serve('/k/style.css', 'text/css', '@import "moved.css"; p { color: navy }');
  kind('样式', '/k/styles', `<link rel="stylesheet" href="/k/style.css">${text}`);
  kind(
    '多种图源',
    '/k/sources',
    '<picture><source srcset="/k/1.png 1x, /k/2.png 2x"><img src="/k/0.png" width="300" height="200"></picture>' +
      '<img srcset="/k/2.png 400w, /k/0.png 4000w" sizes="300px" width="300" height="200">',
  );
}

function askingPages(site: WebSite, { kind, at, script, serve, redirect }: Making): void {
  serve('/k/rows.json', 'application/json', JSON.stringify(Array.from({ length: 12 }, (_, at) => `第${at + 1}条记录`)));
  kind(
    '取数后显示',
    '/k/fetch',
    `<ol id="rows"></ol><script>fetch('/k/rows.json?_=' + Date.now()).then((reply) => reply.json()).then((rows) => {
      document.querySelector('#rows').innerHTML = rows.map((row) => '<li style="font-size: 30px">' + row).join(''); })</script>`,
  );
  site.on('/k/search', (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => void response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(`查得：${body}`));
  });
  kind(
    '提交后显示',
    '/k/post',
    `<p id="one" style="font-size: 40px"></p><p id="two" style="font-size: 40px"></p><script>
      const ask = (words, id) => fetch('/k/search', { method: 'POST', body: words }).then((reply) => reply.text())
        .then((found) => { document.querySelector(id).textContent = found; });
      ask('甲', '#one').then(() => ask('乙', '#two'));</script>`,
  );
  redirect('/k/moved', '/k/target?from=1');
  redirect('/k/moved-frame', '/k/inner');
  redirect('/k/moved.png', '/k/0.png');
  site.on('/k/target', page('<h1>转到这里</h1><img src="/k/moved.png" width="200" height="90"><iframe src="/k/moved-frame"></iframe>'));
  at('重定向', '/k/moved');
  kind('转到别处', '/k/refresh', '<meta http-equiv="refresh" content="0;url=/k/plain">');
  script('/k/part.js', "export const draw = (place) => { place.innerHTML = '<h1>模块画出的标题</h1>'.repeat(3); };");
  script('/k/main.js', "const { draw } = await import('./part.js'); draw(document.querySelector('#place'));");
  kind('模块', '/k/modules', `<div id="place"></div><script type="module" src="/k/main.js"></script>${text}`);
  script('/k/thread.js', "fetch('/k/rows.json').then((reply) => reply.json()).then((rows) => postMessage(rows.join(' ')))");
  kind(
    '后台线程',
    '/k/thread',
    `<p id="told" style="font-size: 24px"></p><script>new Worker('/k/thread.js').onmessage = ({ data }) => {
      document.querySelector('#told').textContent = data; }</script>`,
  );
  kind(
    '日期',
    '/k/date',
    `<h1 id="day"></h1>${text}<script>document.querySelector('#day').textContent = new Date().toDateString()</script>`,
  );
  kind(
    '内嵌数据',
    '/k/data',
    `<img width="300" height="200" src="data:image/png;base64,${picture('rgb(90, 90, 10)').toString('base64')}"><iframe
      srcdoc="<h1>内嵌文档</h1>"></iframe>${text}`,
  );
}

/** Pages that look different each time, or need resources that no archive has: their path by the expected reason. */
export function pagesThatChange(site: WebSite): Readonly<Record<string, string>> {
  site.on(
    '/c/random',
    page(`<script>for (let at = 0; at < 400; at += 1) document.write('<b style="font-size: 20px">' + Math.random() + '</b> ')</script>`),
  );
  site.on('/c/counted', (request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(request.url));
  site.on(
    '/c/asked',
    page(`<p id="p"></p><script>fetch('/c/counted/' + Math.random().toString(36).slice(2)).then((reply) => reply.text()).then(
      () => { document.querySelector('#p').innerHTML = '<h1>收到了回答</h1>'.repeat(6); })</script>`),
  );
  return { dynamic: '/c/random', blocked: '/c/asked' };
}
