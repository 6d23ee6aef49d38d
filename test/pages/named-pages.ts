import { all, block, blocks, range, source, type CorpusPage } from './content.ts';

/** Fields of a form, and pictures of a page, hide what the browser's own objects have under the same names. */
const fields = `<script>for (const form of document.querySelectorAll('form')) for (const name in Object.create(HTMLFormElement.prototype))
  HTMLFormElement.prototype.append.call(form, Object.assign(document.createElement('input'), { name, type: 'hidden' }))</script>`;
const pictures = `<div id="p" hidden></div><script>const [holder, names] = [document.querySelector('#p'), []];
  for (const name in document) names.push(name); for (const name of names)
  holder.append(Object.assign(new Image(), { name }))</script>`;

/** Pages whose names are those of the browser's own properties. */
export const namedPages: readonly CorpusPage[] = [
  { name: 'named-fields', body: `<p>正文</p><form>${blocks(2)}</form>${fields}`, colours: all(2), text: '正文' },
  {
    name: 'named-fields-box',
    body: `<form style="height:300px;overflow:auto;position:fixed;bottom:0;width:600px">${blocks(8)}</form>${fields}`,
    colours: all(8),
  },
  {
    name: 'named-fields-lazy',
    body: `<form>${range(12)
      .map((at) => `<div style="height:900px"><img loading="lazy" src="${source(at)}" width="300" height="280"></div>`)
      .join('')}</form>${fields}<script>addEventListener('scroll', () => {})</script>`,
    colours: all(12),
  },
  {
    name: 'named-fields-hide',
    body: `<style>form{height:400px;opacity:0}form.in{opacity:1}</style>${range(8)
      .map((at) => `<form>${block(at, 400)}</form>`)
      .join('')}${fields}<script>const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
        target.setAttributeNS ? DOMTokenList.prototype.toggle.call(Object.getOwnPropertyDescriptor(Element.prototype, 'classList')
        .get.call(target), 'in', isIntersecting) : 0; });
        for (const form of document.querySelectorAll('form')) observer.observe(form)</script>`,
    colours: all(8),
  },
  {
    name: 'named-fields-wall',
    body: `${blocks(2)}<p>正文的内容</p><form style="position:fixed;inset:0;z-index:9;background:#333">请先登录</form>${fields}`,
    notes: ['covered'],
  },
  {
    name: 'named-fields-frame',
    body: `${blocks(3, 500)}<form style="overflow:auto;height:400px">
      <iframe src="named-fields-frame/in" width="600" height="300"></iframe></form>${fields}`,
    parts: { in: `<form>${blocks(5)}</form>${fields}` },
    colours: all(5),
  },
  { name: 'named-fields-rare', body: `<p>字</p><form>𱍐</form>${fields}`, notes: ['no_font'] },
  { name: 'named-pictures', body: `<p>正文</p>${blocks(8)}${pictures}`, colours: all(8), text: '正文' },
  {
    name: 'named-pictures-box',
    body: `<div style="height:300px;overflow:auto">${blocks(8)}</div>${pictures}<script>addEventListener('scroll', () => {})</script>`,
    colours: all(8),
  },
  { name: 'named-as-ours', body: `<p id="seen">正文</p><p id="evidence">二</p><p id="globalThis">三</p>${blocks(2)}`, colours: all(2) },
];
