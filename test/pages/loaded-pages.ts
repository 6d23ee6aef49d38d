import { colourOf } from './colours.ts';
import { all, block, blocks, range, source, typed, type CorpusPage } from './content.ts';

const words = '一段很长的文字，说的是这一条的内容。'.repeat(40);
const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const folded = (button: string) => `<article><div style="height:200px;overflow:hidden"><p>${words}${words}</p></div>${button}</article>`;

/** What a page asks for and does not get, what it never asks for, and what it moves or folds by itself. */
export const loadedPages: readonly CorpusPage[] = [
  {
    name: 'answered-with-page',
    body: '<p>正文</p><img src="answered-with-page/in" width="300" height="200">',
    parts: { in: '<p>请登录</p>' },
    notes: ['missing_resources'],
  },
  {
    name: 'answered-with-drawing',
    body: '<p>正文</p><img src="answered-with-drawing/in">',
    parts: {
      in: typed('image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><rect width="90" height="90" fill="#${colourOf(1)}"/></svg>`),
    },
    colours: [1],
  },
  {
    name: 'answered-and-replaced',
    body: `<p>正文</p>
      <img src="answered-and-replaced/in" onerror="this.onerror = null; this.src = '${source(1)}'" width="300" height="200">`,
    parts: { in: '<p>请登录</p>' },
    colours: [1],
  },
  ...['data-url', 'data-img', 'data-lazyload', 'data-srcset'].map(
    (name): CorpusPage => ({
      name: `left-${name}`,
      body: `<p>正文</p><img ${name}="${source(1)}" src="${blank}" width="300" height="200">`,
      notes: ['lazy_left'],
    }),
  ),
  ...['data-bg', 'data-background-image'].map(
    (name): CorpusPage => ({
      name: `left-${name}`,
      body: `<p>正文</p><div ${name}="${source(1)}" style="height:300px"></div>`,
      notes: ['lazy_left'],
    }),
  ),
  { name: 'left-frame', body: '<p>正文</p><iframe data-src="/plain" width="600" height="300"></iframe>', notes: ['lazy_left'] },
  {
    name: 'left-none',
    body: `<p>正文</p><img data-url="/plain" src="${source(1)}" width="300" height="200"><div data-bg="dark" style="height:90px">暗</div>
      <div data-bg="#fff" style="height:90px">白</div><div data-bg="${source(2)}" style="height:200px;background:url(${source(2)})"></div>
      <iframe data-src="/plain" src="/plain" width="600" height="300"></iframe>`,
    colours: [1, 2],
  },
  {
    name: 'left-in-box',
    body: `<style>html,body{margin:0;height:100%;overflow:hidden}</style><div style="height:100vh;overflow:auto"><div style="width:900px;
      overflow:hidden"><div style="display:flex;overflow-x:auto">${range(30)
        .map((at) => `<img class="late" data-src="${source(at)}" src="${blank}" style="flex:none" width="300" height="200">`)
        .join('')}</div></div></div><script>const observer = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) target.src = target.dataset.src; });
        for (const image of document.querySelectorAll('.late')) observer.observe(image);</script>`,
    colours: all(30),
  },
  { name: 'rare-value', body: '<p>字</p><input value="𱍐">', notes: ['no_font'] },
  { name: 'rare-placeholder', body: '<p>字</p><input placeholder="𱍐"><textarea placeholder="字"></textarea>', notes: ['no_font'] },
  { name: 'rare-textarea', body: '<p>字</p><textarea>𱍐</textarea>', notes: ['no_font'] },
  { name: 'rare-before', body: '<style>p::before{content:"𱍐"}</style><p>字</p>', notes: ['no_font'] },
  { name: 'rare-icon', body: '<style>p::before{content:"\\e001"}</style><p>字</p><input type="hidden" value="𱍐"><input value="值">' },
  ...(['remove', 'hide'] as const).map(
    (way): CorpusPage => ({
      name: `notice-${way}`,
      body: `<div id="n" style="position:fixed;top:0;left:0;right:0">本站公告：活动将于今日截止，请尽快参加</div>${blocks(8)}
      <script>addEventListener('scroll', () => { const notice = document.querySelector('#n');
      if (scrollY > 50 && notice) ${way === 'remove' ? 'notice.remove()' : "notice.style.display = 'none'"}; })</script>`,
      colours: all(8),
      notes: ['inner_scroll'],
    }),
  ),
  {
    name: 'notice-returns',
    body: `<div id="n" style="position:fixed;top:0;left:0;right:0">本站公告：活动将于今日截止，请尽快参加</div>${blocks(8)}
      <script>addEventListener('scroll', () => { document.querySelector('#n').style.display = scrollY > 50 ? 'none' : ''; })</script>`,
    colours: [...all(8)],
  },
  {
    name: 'notice-ticker',
    body: `<p id="n">本站公告：第0条，请各位用户留意</p>${blocks(8)}<script>addEventListener('scroll', () => {}); let at = 0;
      setInterval(() => { at += 1; const next = document.createElement('p'); next.id = 'n'; 
      next.textContent = '本站公告：第' + at + '条，请各位用户留意';
      document.querySelector('#n').replaceWith(next); }, 1500)</script>`,
    colours: all(8),
  },
  {
    name: 'story-sideways',
    body: `<style>body{margin:0}</style>${block(20, 500)}<div id="w" style="height:4000px"><div style="position:sticky;top:0;height:100vh;
      overflow:hidden"><div id="t" style="display:flex;width:400vw;height:100%">${range(4)
        .map((at) => `<div style="width:100vw;background:#${colourOf(at)}">第${at}幕</div>`)
        .join('')}</div></div></div>${block(21, 900)}<script>const w = document.querySelector('#w'), t = document.querySelector('#t');
      addEventListener('scroll', () => { const share = Math.min(1, Math.max(0, -w.getBoundingClientRect().top / (4000 - innerHeight)));
      t.style.transform = 'translateX(' + -share * 300 + 'vw)'; });</script>`,
    colours: [...all(4), 20, 21],
  },
  {
    name: 'moved-box',
    reported: 'cubiq/iscroll#1012',
    body: `<p>正文</p><div style="height:400px;overflow:hidden;position:relative"><div style="transform:translate(0,0) translateZ(0)">
      ${blocks(8)}</div></div>`,
    colours: all(8),
  },
  {
    name: 'moved-not',
    body: `<p>正文</p><div style="height:300px;overflow:hidden">
      <img src="${source(1)}" width="900" height="500" style="transform:scale(1.1)"></div>`,
    colours: [1],
  },
  {
    name: 'fixed-taller',
    body: `<p>正文</p><div style="position:fixed;top:0;left:0;width:600px">${range(30)
      .map((at) => `<p style="height:60px">第${at}行</p>`)
      .join('')}</div>`,
    notes: ['inner_scroll'],
  },
  ...[
    '<button>阅读全文</button>',
    '<div>展开全文 ∨</div>',
    '<a href="javascript:void(0)">查看更多</a>',
    '<span role="button">Read more…</span>',
  ].map((button, at): CorpusPage => ({ name: `folded-${at}`, body: folded(button), notes: ['inner_scroll'] })),
  { name: 'folded-link', body: folded('<a href="/plain">阅读全文</a>') },
  { name: 'folded-none', body: folded('<button>收藏</button>') },
  { name: 'folded-open', body: `<article><p>${words}</p><button>阅读全文</button></article>` },
];
