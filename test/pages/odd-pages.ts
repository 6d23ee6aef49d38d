import { colourOf } from './colours.ts';
import { all, block, blocks, range, source, typed, type Content, type CorpusPage } from './content.ts';

const words = '一段很长的文字，说的是这一条的内容。'.repeat(10);
/** Writes the answer itself, byte for byte. */
const raw =
  (head: string, body: string): Content =>
  ({ response }) =>
    void response.socket?.end(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(`\r\n\r\n${body}`)]));
const busy = (ms: number) => `<p>正文</p>${block(1)}<script>setInterval(() => {
  for (const until = Date.now() + ${ms}; Date.now() < until; ); }, 10)</script>`;
const worker = (code: string) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`;
const placeholder = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

/** Pages that talk beside the page, keep the browser busy, or answer oddly. */
export const oddPages: readonly CorpusPage[] = [
  {
    name: 'pushed-socket',
    reported: 'webrecorder/browsertrix-crawler#1019',
    body: `<p>正文</p><p id="t"></p><script>new WebSocket('ws://' + location.host + '/push').onmessage = ({ data }) => {
      document.querySelector('#t').textContent = data; };</script>`,
    text: '推送来的内容',
    notes: ['missing_resources'],
  },
  {
    name: 'pushed-nothing',
    body: `<p>正文</p>${block(1)}<script>new WebSocket('ws://' + location.host + '/silent')</script>`,
    colours: [1],
  },
  {
    name: 'pushed-events',
    body: `<p>正文</p><p id="t"></p><script>new EventSource('pushed-events/on').onmessage = ({ data }) => {
      document.querySelector('#t').textContent = data; };</script>`,
    parts: {
      on: ({ response }) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 推送来的内容\n\n'),
    },
    text: '推送来的内容',
    notes: ['missing_resources'],
  },
  {
    name: 'says-alert',
    reported: 'microsoft/playwright#19086',
    body: `<p>正文</p>${block(1)}<script>alert('商品已下架')</script>`,
    colours: [1],
    notes: ['covered'],
  },
  { name: 'says-leaving', body: `<p>正文</p>${block(1)}<script>onbeforeunload = () => '还没有保存'</script>`, colours: [1] },
  {
    name: 'header-bytes',
    reported: 'webrecorder/warcio#128',
    body: raw(
      'HTTP/1.1 200 OK\r\nServer: \xb3\xd2\xae\r\nSet-Cookie: \xb3\xd2\xda\xcd\xd7=1\r\nConnection: close\r\n' +
        'Content-Type: text/html; charset=utf-8',
      `<p>正文</p>${block(1)}`,
    ),
    colours: [1],
    text: '正文',
  },
  {
    name: 'status-line-old',
    reported: 'webrecorder/warcio#141',
    body: raw('HTTP 200 Document follows\r\nServer: NCSA/1.5.1\r\nContent-Type: text/html; charset=utf-8', `<p>正文</p>${block(1)}`),
    colours: [1],
    text: '正文',
  },
  ...(['real_src', 'file', '_src', 'data-actual'] as const).map(
    (name): CorpusPage => ({
      name: `left-${name}`,
      reported: 'gildas-lormeau/SingleFile#804',
      body: `<p>正文</p><img ${name}="${source(1)}" src="${placeholder}" width="300" height="200">`,
      notes: ['lazy_left'],
    }),
  ),
  {
    name: 'sections-sticky-wide',
    reported: 'reg-viz/storycap-testrun#297',
    body: `<style>body{margin:0}</style><div style="width:180vw"><div style="position:sticky;top:0;left:0;height:72px;width:100vw;
      background:#faa">顶</div>${range(4)
        .map(
          (at) => `<section style="display:flex;height:100vh"><div style="flex:1;background:#${colourOf(at)}"></div>
            <div style="flex:1;background:#${colourOf(at + 10)}"></div></section>`,
        )
        .join('')}<div style="position:sticky;bottom:0;height:72px;background:#afa">底</div></div>`,
    colours: [...all(4), ...all(4).map((at) => at + 10)],
  },
  {
    name: 'xhtml-prefixed',
    reported: 'gildas-lormeau/SingleFile#1183',
    body: typed(
      'application/xhtml+xml; charset=utf-8',
      `<?xml version="1.0"?><h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>题</h:title></h:head><h:body><h:p>正文</h:p>
        ${blocks(8).replaceAll('<div', '<h:div').replaceAll('</div', '</h:div')}<h:script>addEventListener('scroll', () => {})</h:script>
        </h:body></h:html>`,
    ),
    colours: all(8),
  },
  {
    name: 'unmounts-sections',
    reported: 'microsoft/playwright#33506',
    body: `${range(10)
      .map(() => '<div class="s" style="height:500px"></div>')
      .join('')}<script>const sections = [...document.querySelectorAll('.s')]; const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) target.innerHTML = isIntersecting ? '<p>第' + sections.indexOf(target) + '节：'
      + '${words}</p>' : ''; }); for (const one of sections) observer.observe(one);</script>`,
    notes: ['inner_scroll'],
  },
  {
    name: 'loads-for-ever',
    reported: 'webrecorder/wombat#92',
    body: `<p>正文</p>${block(1)}<script src="loads-for-ever/on"></script>`,
    parts: {
      on: ({ response }) =>
        void setTimeout(
          () =>
            response
              .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
              .end(`document.head.append(Object.assign(document.createElement('script'), { src: 'loads-for-ever/on' }))`),
          100,
        ),
    },
    colours: [1],
  },
  { name: 'closes-itself', body: `<p>正文</p>${block(1)}<script>setTimeout(() => close(), 300)</script>`, colours: [1] },
  { name: 'prints', body: `<p>正文</p>${block(1)}<script>print(); setTimeout(() => print(), 300)</script>`, colours: [1] },
  {
    name: 'written-late',
    body: `<p>旧</p><script>addEventListener('load', () => setTimeout(() => { document.open(); document.write('<p>正文换了</p>' +
      ${JSON.stringify(blocks(8))} + '<script>addEventListener("scroll", () => {})<' + '/script>'); document.close(); }, 700))</script>`,
    colours: all(8),
    text: '正文换了',
  },
  {
    name: 'fixed-chat',
    body: `${block(20, 500)}<div style="position:fixed;right:20px;bottom:20px;width:300px;height:420px;overflow:auto">
      ${blocks(10, 150)}</div>`,
    colours: [...all(10), 20],
  },
  { name: 'busy-chunks', body: busy(400), colours: [1] },
  { name: 'busy-endless-chunks', body: busy(15_000), fails: '网页的脚本不停运行，浏览器没有应答' },
  {
    name: 'busy-worker',
    body: `<p>正文</p>${block(1)}<script>${worker('for (;;);')}</script>`,
    colours: [1],
  },
  {
    name: 'busy-worker-floods',
    body: `<p>正文</p>${block(1)}<p id="t"></p><script>${worker(`const words = 'x'.repeat(1000); setInterval(() => {
      for (let at = 0; at < 50; at += 1) postMessage(words); }, 10)`)}.onmessage = ({ data }) => {
      document.querySelector('#t').textContent = data.length; };</script>`,
    colours: [1],
  },
  {
    // Without an end it opens in time or not, as the machine is fast.
    name: 'many-alerts',
    body: `<p>正文</p>${block(1)}<script>for (let at = 0; at < 30; at += 1) alert('请登录')</script>`,
    colours: [1],
    notes: ['covered'],
  },
];
