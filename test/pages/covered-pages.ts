import { all, block, blocks, range, source, type CorpusPage } from './content.ts';

const edge = (style: string) => `<div style="position:fixed;background:#333;z-index:10;${style}">导航</div>`;
const laid = (style: string) => `${blocks(2)}<p>正文的内容</p><div style="${style}">请先登录</div>`;

/** What lies over a page, and what only looks like it; and scripts that do not end. */
export const coveredPages: readonly CorpusPage[] = [
  {
    name: 'edges-column-and-bar',
    body: `${edge('top:0;left:0;right:0;height:90px')}${edge('top:90px;left:0;bottom:0;width:320px')}
      <div style="background:#f5f5f5;padding:100px 0 0 330px">${blocks(8)}<p>正文</p></div>`,
    colours: all(8),
  },
  {
    name: 'edges-two-columns',
    body: `${edge('top:0;left:0;bottom:0;width:260px')}${edge('top:0;right:0;bottom:0;width:260px')}
      <main style="margin:0 270px">${blocks(8)}<p>正文</p></main>`,
    colours: all(8),
  },
  {
    name: 'edges-locked',
    body: `<style>html,body{margin:0;height:100%;overflow:hidden}</style>${edge('top:0;left:0;right:0;height:90px')}
      <div style="height:calc(100vh - 90px);margin-top:90px;overflow:auto">${blocks(8)}</div><div style="height:400px"></div>`,
    colours: all(8),
  },
  {
    name: 'behind-content',
    body: `<div style="position:fixed;inset:0;z-index:-1;background:#eee"></div><p>正文</p>${blocks(6)}`,
    colours: all(6),
  },
  {
    name: 'behind-content-through',
    body: `<div style="position:fixed;inset:0;background:#eee;pointer-events:none"></div>
      <div style="position:relative"><p>正文</p>${blocks(6)}</div>`,
    colours: all(6),
  },
  {
    name: 'over-grain',
    body: `<div style="position:fixed;inset:0;z-index:99;pointer-events:none;opacity:.01;background:url(${source(9)})"></div>
      <p>正文</p>${blocks(6)}`,
  },
  {
    name: 'over-particles',
    body: `<canvas style="position:fixed;inset:0;z-index:99;pointer-events:none" width="1300" height="900"></canvas><p>文</p>${blocks(6)}`,
    colours: all(6),
  },
  {
    name: 'over-hero-shade',
    body: `<section style="position:relative;height:900px"><img src="${source(1)}" width="1366" height="900">
      <div style="position:absolute;inset:0;background:rgba(0,0,0,.4)"></div></section>${blocks(4)}`,
    colours: all(4),
  },
  {
    name: 'over-slides',
    body: `<style>body{margin:0}</style><section style="position:relative;height:100vh">${range(3)
      .map((at) => `<div style="position:absolute;inset:0;background:#fff"><p>第${at}张</p>${block(at)}</div>`)
      .join('')}</section>${block(5)}`,
    colours: [2, 5],
  },
  {
    name: 'over-application',
    body: `<div style="position:absolute;inset:0;background:#fff"><p>正文</p>${blocks(3)}</div>`,
    colours: all(3),
  },
  { name: 'laid-low', body: laid('position:absolute;inset:0;background:#fff'), notes: ['covered'] },
  { name: 'laid-through', body: laid('position:fixed;inset:0;background:rgba(255,255,255,.95);pointer-events:none'), notes: ['covered'] },
  { name: 'laid-half', body: laid('position:fixed;left:10%;right:10%;top:10%;bottom:20%;background:#fff'), notes: ['covered'] },
  {
    name: 'endless-script',
    reported: 'puppeteer/puppeteer#2131',
    body: `<p>正文</p>${block(1)}<script>for (;;);</script><p>其后</p>${block(2)}`,
    colours: [1, 2],
    notes: ['missing_resources'],
  },
  {
    name: 'endless-script-late',
    reported: 'cypress-io/cypress#16903',
    body: `<p>正文</p>${block(1)}<script>setTimeout(() => { for (;;); }, 1000)</script>`,
    colours: [1],
    notes: ['missing_resources'],
  },
  {
    name: 'endless-script-always',
    body: `<p>正文</p>${block(1)}<script>setInterval(() => { for (;;); }, 10)</script>`,
    fails: '网页的脚本不停运行，浏览器没有应答',
  },
  {
    name: 'busy-script',
    body: `<p>正文</p><script>for (const until = Date.now() + 4000; Date.now() < until; );</script>${block(1)}`,
    colours: [1],
  },
];
