import { colourOf } from './colours.ts';
import { all, block, blocks, range, show, source, unset, type CorpusPage } from './content.ts';

export const reveal = (
  hidden: string,
  count = 10,
) => `<style>.s{height:400px;transition:all .5s;${hidden}}.s.in{all:unset;display:block;height:400px;
  transition:all .5s}</style>${range(count)
    .map((at) => `<div class="s">${block(at, 400)}</div>`)
    .join('')}`;
export const observed = `<script>const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) target.classList.toggle('in', isIntersecting); });
  for (const section of document.querySelectorAll('.s')) observer.observe(section);</script>`;
/** By place, as libraries without observers do; debounced. */
export const placed = `<script>let due; const place = () => { for (const section of document.querySelectorAll('.s')) {
  const { top, bottom } = section.getBoundingClientRect(); section.classList.toggle('in', top < innerHeight - 120 && bottom > 0); } };
  addEventListener('scroll', () => { clearTimeout(due); due = setTimeout(place, 100); }); place();</script>`;
const timeline = (keyframes: string) => `<style>@keyframes f{${keyframes}}
  .s{height:400px;animation:f linear both;animation-timeline:view()}</style>${range(10)
    .map((at) => `<div class="s">${block(at, 400)}</div>`)
    .join('')}`;
const long = (at: number) => `第${at}条：${'一段很长的文字，说的是这一条的内容。'.repeat(20)}`;
/** A list of \`count\` rows of which only those near the window are in the page. */
const virtual = (row: string, { count = 60, height = 200, words = '' } = {}) => `<div id="all" style="position:relative;
  height:${count * height}px"></div><script>${words}
  const all = document.querySelector('#all'); const draw = () => { const first = Math.max(0, Math.floor(scrollY / ${height}) - 1);
  all.innerHTML = Array.from({ length: 8 }, (_, at) => first + at).filter((at) => at < ${count}).map((at) =>
  '<div style="position:absolute;left:0;right:0;height:${height}px;overflow:hidden;top:' + at * ${height} + 'px">' + ${row} + '</div>')
  .join(''); }; addEventListener('scroll', draw); draw();</script>`;
const colours = (count: number) => `const colours = ${JSON.stringify(range(count).map((at) => colourOf(at)))};`;

/** Content that comes into view, and leaves it. */
export const scrolledPages: readonly CorpusPage[] = [
  { name: 'hides-opacity', reported: 'michalsnik/aos#724', body: reveal('opacity:0;') + observed, colours: all(10) },
  {
    name: 'hides-by-place',
    reported: 'usablica/kissui.scrollanim#16',
    body: reveal('opacity:0;transform:translateY(100px);') + placed,
    colours: all(10),
  },
  { name: 'hides-visibility', body: reveal('visibility:hidden;') + observed, colours: all(10) },
  { name: 'hides-scale', body: reveal('transform:scale(0);') + placed, colours: all(10) },
  { name: 'hides-clip', body: `<p>正文</p>${reveal('clip-path:inset(0 100% 0 0);')}${placed}`, colours: all(10) },
  {
    name: 'hides-sideways',
    body: `<div style="overflow-x:hidden">${reveal('transform:translateX(120%);')}</div>${placed}`,
    colours: all(10),
  },
  {
    name: 'hides-timeline',
    reported: 'jlmakes/scrollreveal#131',
    body: timeline('0%,100%{opacity:0}30%,70%{opacity:1}'),
    colours: all(10),
  },
  { name: 'hides-timeline-once', body: timeline('0%{opacity:0;transform:scale(.2)}25%,100%{opacity:1;transform:none}'), colours: all(10) },
  {
    name: 'hides-tall',
    body: `${block(40, 1500)}<style>.s{opacity:0}.s.in{opacity:1}</style>
      <div class="s">${blocks(6, 350)}</div>${block(41, 1500)}${observed}`,
    colours: [...all(6), 40, 41],
  },
  {
    name: 'hides-under-bar',
    body: `<div style="position:fixed;top:0;left:0;right:0;height:60px;background:#123456"></div>${reveal('opacity:0;')}${observed}`,
    colours: all(10),
  },
  {
    name: 'hides-mobile',
    device: 'mobile',
    body: `<meta name="viewport" content="width=device-width">${reveal('opacity:0;')}${observed}`,
    colours: all(10),
  },
  {
    name: 'hides-in-box',
    body: `<style>html,body{margin:0;height:100%;overflow:hidden}</style><div style="height:100vh;overflow:auto">
      ${reveal('opacity:0;')}</div>${observed}`,
    colours: all(10),
  },
  // A carousel changes by itself: nothing of it hides.
  {
    name: 'hides-carousel',
    body: `<style>.c{position:absolute;inset:0;opacity:0;transition:opacity .2s}.c.on{opacity:1}</style>${blocks(4)}
      <div style="position:relative;height:300px">${range(3)
        .map((at) => `<div class="c">${block(10 + at)}</div>`)
        .join(
          '',
        )}</div>${blocks(4)}<script>addEventListener('scroll', () => {}); let at = 0; const slides = document.querySelectorAll('.c');
        const turn = () => { slides.forEach((slide, place) => slide.classList.toggle('on', place === at % 3)); at += 1; };
        turn(); setInterval(turn, 2500);</script>`,
    colours: all(4),
  },
  {
    name: 'hides-slides',
    body: `${blocks(2)}<div style="overflow:hidden;width:600px;height:300px">
      <div id="t" style="display:flex;width:2400px;transition:all .3s">
      ${range(4)
        .map((at) => `<div style="width:600px"><p>第${at}张的说明文字，不止八个字</p>${block(10 + at, 200)}</div>`)
        .join('')}</div></div>${blocks(6)}<script>addEventListener('scroll', () => {}); let at = 0; setInterval(() => { at = (at + 1) % 4;
        document.querySelector('#t').style.transform = 'translateX(' + -at * 600 + 'px)'; }, 2200);</script>`,
    colours: all(6),
    mayMove: true,
  },
  {
    name: 'virtual-pictures',
    reported: 'gildas-lormeau/SingleFile#440',
    notes: ['inner_scroll'],
    body: virtual(`'<img width="300" height="190" src="/block/' + colours[at] + '.png">'`, { words: colours(60) }),
  },
  {
    name: 'virtual-texts',
    reported: 'applitools/eyes-cypress#9',
    notes: ['inner_scroll'],
    body: virtual(`'<p>第' + at + '条：' + '一段很长的文字，说的是这一条的内容。'.repeat(20) + '</p>'`),
  },
  // All of it stays in the page.
  {
    name: 'virtual-not',
    body: `${range(30)
      .map((at) => `<p>${long(at)}</p>`)
      .join('')}<script>addEventListener('scroll', () => {
    for (const line of document.querySelectorAll('p')) line.title = scrollY; });</script>`,
  },
  {
    name: 'virtual-rewritten',
    body: `<div id="all"></div><script>const rows = ${JSON.stringify(range(30).map((at) => `<p style="height:120px">${long(at)}</p>`))};
      const draw = () => { document.querySelector('#all').innerHTML = rows.join(''); }; addEventListener('scroll', draw); draw();</script>`,
  },
  {
    name: 'unloads-pictures',
    reported: 'toddmotto/echo#69',
    body: `${unset(12)}<script>${show} const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
      const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
        target.src = isIntersecting ? target.dataset.src : blank; });
      for (const image of document.querySelectorAll('.late')) observer.observe(image);</script>`,
    colours: all(12),
  },
  {
    name: 'unloads-backgrounds',
    body: `<style>.b{height:600px}</style>${range(8)
      .map((at) => `<div class="b" data-bg="${source(at)}"></div>`)
      .join('')}<script>const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
      target.style.backgroundImage = isIntersecting ? 'url(' + target.dataset.bg + ')' : ''; });
      for (const one of document.querySelectorAll('.b')) observer.observe(one);</script>`,
    colours: all(8),
  },
  ...(['mousemove', 'mouseover', 'wheel'] as const).map(
    (kind): CorpusPage => ({
      name: `delayed-${kind}`,
      reported: 'wp-media/wp-rocket#2904',
      body: `<p>正文</p><div id="app"></div><script>addEventListener('${kind}', () => { setTimeout(() => {
      const script = document.createElement('script'); script.src = 'delayed-${kind}/late'; document.body.append(script); }, 60); },
      { once: true, passive: true });</script>`,
      parts: {
        late: ({ response }) =>
          void setTimeout(
            () =>
              response
                .writeHead(200, { 'content-type': 'text/javascript' })
                .end(`document.querySelector('#app').innerHTML = '${block(1)}<p>内容到了</p>'`),
            300,
          ),
      },
      colours: [1],
      text: '内容到了',
    }),
  ),
  {
    name: 'delayed-touch',
    device: 'mobile',
    body: `<meta name="viewport" content="width=device-width"><p>正文</p><div id="app"></div><script>
      addEventListener('touchstart', () => { document.querySelector('#app').innerHTML = '${block(1)}'; }, { once: true, passive: true });
      addEventListener('click', () => { document.body.innerHTML = ''; });</script>`,
    colours: [1],
  },
];
