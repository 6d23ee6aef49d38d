import { colourOf } from './colours.ts';
import { all, block, blocks, range, show, source, type CorpusPage } from './content.ts';

const column = (at: number) => `<div style="flex:none;width:300px;height:400px;background:#${colourOf(at)}">第${at}列</div>`;
const lateColumn = (at: number) => `<div style="width:300px;height:400px"><img class="late" data-src="${source(at)}" width="280"
  height="300"></div>`;
const observed = `<script>${show} const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
  if (isIntersecting) setTimeout(() => show(target), 100); });
  for (const image of document.querySelectorAll('.late')) observer.observe(image);</script>`;
const rows = (count: number) => `const rows = ${JSON.stringify(range(count).map((at) => block(at, 200)))}, size = 4;`;
const reversedBox = 'height:400px;overflow:auto;display:flex;flex-direction:column-reverse';

/** Pages that are read from the right, or from their end upwards. */
export const directionPages: readonly CorpusPage[] = [
  { name: 'vertical', body: `<style>html{writing-mode:vertical-rl}</style>${range(12).map(column).join('')}`, colours: all(12) },
  {
    name: 'vertical-lazy',
    body: `<style>html{writing-mode:vertical-rl}</style>${range(12).map(lateColumn).join('')}${observed}`,
    colours: all(12),
  },
  {
    name: 'vertical-wide',
    reported: 'MoonchildProductions/Pale-Moon#1466',
    body: `<style>html{writing-mode:vertical-rl}</style>${range(20).map(column).join('')}`,
    colours: all(20),
  },
  { name: 'vertical-lr', body: `<style>html{writing-mode:vertical-lr}</style>${range(20).map(column).join('')}`, colours: all(20) },
  {
    name: 'vertical-box',
    body: `<div style="writing-mode:vertical-rl;width:600px;height:450px;overflow:auto">
      ${range(10).map(lateColumn).join('')}</div>${observed}`,
    colours: all(10),
  },
  {
    name: 'reverse-box',
    body: `<div style="${reversedBox}">${blocks(8).replaceAll('style="', 'style="flex:none;')}</div>`,
    colours: all(8),
  },
  {
    name: 'reverse-box-lazy',
    reported: 'mdn/content#4142',
    body: `<div style="${reversedBox}">${range(10)
      .map((at) => `<img class="late" style="flex:none" data-src="${source(at)}" width="300" height="280">`)
      .join('')}</div>${observed}`,
    colours: all(10),
  },
  {
    name: 'reverse-row',
    body: `<div style="width:600px;overflow:auto;display:flex;flex-direction:row-reverse">${range(8)
      .map(lateColumn)
      .join('')
      .replaceAll('style="', 'style="flex:none;')}</div>${observed}`,
    colours: all(8),
  },
  {
    name: 'chat-upwards',
    reported: 'danbovey/react-infinite-scroller#31',
    body: `<div id="box" style="height:500px;overflow:auto"></div><script>${rows(20)} const box = document.querySelector('#box');
      let next = 20, busy = false; const add = () => { if (busy || next === 0 || box.scrollTop > 40) return; busy = true; setTimeout(() => {
      const before = box.scrollHeight; box.insertAdjacentHTML('afterbegin', rows.slice(next - size, next).join('')); next -= size;
      box.scrollTop += box.scrollHeight - before; busy = false; }, 300); };
      box.innerHTML = rows.slice(16).join(''); next = 16; box.scrollTop = box.scrollHeight; box.addEventListener('scroll', add);</script>`,
    colours: all(20),
  },
  {
    name: 'chat-reverse',
    body: `<div id="box" style="${reversedBox}"></div><script>${rows(20)}
      const box = document.querySelector('#box'); let next = 0, busy = false;
      const add = () => { if (busy || next === 20 || -box.scrollTop + box.clientHeight < box.scrollHeight - 40) return; busy = true;
      setTimeout(() => { const row = rows.slice(next, next + size).join('').replaceAll('style="', 'style="flex:none;');
      box.insertAdjacentHTML('beforeend', row); next += size; busy = false; }, 300); };
      for (const _ of '12') { box.insertAdjacentHTML('beforeend', rows.slice(next, next + size).join('')
      .replaceAll('style="', 'style="flex:none;')); next += size; } box.addEventListener('scroll', add);</script>`,
    colours: all(20),
  },
  {
    name: 'window-upwards',
    body: `<div id="all"></div><script>${rows(24)} const all = document.querySelector('#all'); let next = 16, busy = false;
      const add = () => { if (busy || next === 0 || scrollY > 40) return; busy = true; setTimeout(() => {
      const before = document.documentElement.scrollHeight; all.insertAdjacentHTML('afterbegin', rows.slice(next - size, next).join(''));
      next -= size; scrollBy(0, document.documentElement.scrollHeight - before); busy = false; }, 300); };
      all.innerHTML = rows.slice(16).join(''); scrollTo(0, 99999); addEventListener('load', () => { scrollTo(0, 99999);
      setTimeout(() => addEventListener('scroll', add), 50); });</script>`,
    colours: all(24),
  },
];
