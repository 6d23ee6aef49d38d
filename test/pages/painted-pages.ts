import { colourOf } from './colours.ts';
import { all, block, blocks, range, source, type CorpusPage } from './content.ts';

const colours = `const colours = ${JSON.stringify(range(10).map(colourOf))};`;
const resized = (name: string, how: string, body = blocks(12)): CorpusPage => ({
  name,
  body: `${body}<script>addEventListener('resize', () => { ${how} }); addEventListener('scroll', () => {})</script>`,
  colours: all(12),
});
const canvases = range(10)
  .map((at) => `<canvas data-at="${at}" width="600" height="400" style="display:block"></canvas>`)
  .join('');
const paint = `${colours} const paint = (canvas) => { const pen = canvas.getContext('2d');
  pen.fillStyle = '#' + colours[canvas.dataset.at]; pen.fillRect(0, 0, 600, 400); };`;

/** What is painted or moved by scrolling, and what the taking of a picture could change. */
export const paintedPages: readonly CorpusPage[] = [
  {
    name: 'painted-by-scroll',
    body: `<p>正文</p><div style="height:6000px"><canvas id="c" width="600" height="400" style="position:sticky;top:0"></canvas></div>
      <script>${colours} const pen = document.querySelector('#c').getContext('2d'); const draw = () => {
      pen.fillStyle = '#' + colours[Math.min(9, Math.floor(scrollY / 500))]; pen.fillRect(0, 0, 600, 400); };
      addEventListener('scroll', draw); draw();</script>`,
    notes: ['inner_scroll'],
  },
  {
    name: 'painted-rows',
    body: `<style>body{margin:0}</style><canvas id="c" width="900" height="800" style="position:fixed;top:0;left:0"></canvas>
      <div style="height:8000px"></div><script>const pen = document.querySelector('#c').getContext('2d'); pen.font = '20px sans-serif';
      const draw = () => { pen.clearRect(0, 0, 900, 800); const first = Math.floor(scrollY / 40);
      for (let at = first; at < first + 20; at += 1) pen.fillText('第' + at + '行的内容', 20, (at - first) * 40 + 30); };
      addEventListener('scroll', draw); draw();</script>`,
    notes: ['inner_scroll'],
  },
  {
    name: 'painted-box',
    body: `<p>正文</p><div id="b" style="height:500px;width:900px;overflow:auto"><canvas id="c" width="800" height="480"
      style="position:sticky;top:0;display:block"></canvas><div style="height:6000px"></div></div><script>
      const pen = document.querySelector('#c').getContext('2d'), box = document.querySelector('#b'); pen.font = '20px sans-serif';
      const draw = () => { pen.clearRect(0, 0, 800, 480); const first = Math.floor(box.scrollTop / 40);
      for (let at = first; at < first + 12; at += 1) pen.fillText('第' + at + '行的内容', 20, (at - first) * 40 + 30); };
      box.addEventListener('scroll', draw); draw();</script>`,
    notes: ['inner_scroll'],
  },
  {
    name: 'painted-in-view',
    body: `${canvases}<script>${paint} const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target }
      of entries) if (isIntersecting) paint(target); }); for (const one of document.querySelectorAll('canvas')) observer.observe(one);
      </script>`,
    colours: all(10),
  },
  {
    name: 'painted-while-seen',
    body: `${canvases}<script>${paint} const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target }
      of entries) if (isIntersecting) paint(target); else target.width = 600; });
      for (const one of document.querySelectorAll('canvas')) observer.observe(one);</script>`,
    colours: all(10),
  },
  {
    name: 'painted-still',
    body: `<p>正文</p>${canvases}<script>${paint} for (const one of document.querySelectorAll('canvas')) paint(one);
      addEventListener('scroll', () => {});</script>`,
    colours: all(10),
  },
  {
    name: 'parallax-background',
    body: `<style>section{height:700px;background-attachment:fixed;background-size:cover}</style>${range(5)
      .map((at) => `<section style="background-image:url(${source(at)})">第${at}节</section>`)
      .join('')}<script>addEventListener('scroll', () => {})</script>`,
    colours: all(5),
  },
  {
    name: 'parallax-page',
    body: `<style>body{background:url(${source(20)}) center/cover fixed}main{width:50%}</style><main>${blocks(8)}</main>
      <script>addEventListener('scroll', () => {})</script>`,
    colours: [...all(8), 20],
  },
  {
    name: 'painted-by-time',
    body: `<p>正文</p>${blocks(6)}<canvas id="c" width="1200" height="600"></canvas><script>let at = 0;
      const pen = document.querySelector('#c').getContext('2d'); setInterval(() => { pen.fillStyle = 'hsl(' + (at += 30) + ' 80% 50%)';
      pen.fillRect(0, 0, 1200, 600); }, 50); addEventListener('scroll', () => {})</script>`,
    notes: ['moving'],
  },
  {
    name: 'painted-once',
    body: `${blocks(6)}<canvas id="c" width="1200" height="600"></canvas><script>const canvas = document.querySelector('#c');
      const pen = canvas.getContext('2d'); pen.fillStyle = '#${colourOf(7)}'; new IntersectionObserver(([{ isIntersecting }], observer) => {
      if (!isIntersecting) return; observer.disconnect(); const begun = performance.now(); const draw = () => {
      const share = Math.min(1, (performance.now() - begun) / 1200); pen.fillRect(0, 0, 1200 * share, 600);
      if (share < 1) requestAnimationFrame(draw); }; draw(); }).observe(canvas)</script>`,
    colours: [...all(6), 7],
  },
  {
    name: 'parallax-transform',
    body: `<style>.l{height:500px;overflow:hidden}.l>div{will-change:transform}</style>${range(8)
      .map((at) => `<div class="l"><div>${block(at, 700)}</div></div>`)
      .join('')}<script>addEventListener('scroll', () => { for (const one of document.querySelectorAll('.l>div'))
        one.style.transform = 'translateY(' + -scrollY * 0.1 + 'px)'; })</script>`,
    colours: all(8),
  },
  {
    name: 'parallax-timeline',
    body: `<style>@keyframes p{to{transform:translateY(-150px)}}.l{height:500px;overflow:hidden}
      .l>div{animation:p linear;animation-timeline:scroll()}</style>${range(8)
        .map((at) => `<div class="l"><div>${block(at, 700)}</div></div>`)
        .join('')}`,
    colours: all(8),
  },
  {
    name: 'progress-timeline',
    body: `<style>@keyframes g{from{width:0}to{width:100%}}#g{position:fixed;top:0;left:0;height:6px;background:#f00;
      animation:g linear;animation-timeline:scroll()}</style><div id="g"></div>${blocks(8)}`,
    colours: all(8),
  },
  resized('resize-replaces', "document.body.innerHTML = '<p>变了</p>'"),
  resized('resize-reloads', 'location.reload()'),
  {
    ...resized('resize-clears', "for (const one of document.querySelectorAll('canvas')) one.width = 600;", canvases),
    body: `<p>正文</p>${canvases}<script>${paint} for (const one of document.querySelectorAll('canvas')) paint(one);
      addEventListener('resize', () => { for (const one of document.querySelectorAll('canvas')) one.width = 600; })</script>`,
    colours: all(10),
  },
  {
    name: 'resize-redraws',
    body: `<p>正文</p>${blocks(8)}<div id="d"><canvas id="c" height="400" style="display:block"></canvas></div><script>
      const canvas = document.querySelector('#c'), box = document.querySelector('#d'); let width = 0; const draw = () => {
      if (box.clientWidth === width) return; width = canvas.width = box.clientWidth; const pen = canvas.getContext('2d');
      pen.fillStyle = '#${colourOf(9)}'; pen.fillRect(0, 0, width, 400); }; new ResizeObserver(draw).observe(box); draw();</script>`,
    colours: [...all(8), 9],
  },
  {
    name: 'window-of-its-height',
    body: `<style>@media (min-height:1000px){.x{display:none}}.v{height:100vh}</style>${blocks(6)}<div class="x">${block(6)}</div>
      <div class="v" style="background:#${colourOf(7)}"></div>`,
    colours: all(8),
  },
];
