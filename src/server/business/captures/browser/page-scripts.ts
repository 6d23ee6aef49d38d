// Scripts that run in the isolated world of a page (page-world.ts), as text.

import { isCovered } from './cover-scripts.ts';
import { installViews } from './view-scripts.ts';

/** Shared by the other scripts: watches the DOM, and names the boxes of a page. */
export const install = `(() => {
  if (Object.hasOwn(globalThis, 'seen')) return globalThis.seen.hasTimers;
  const seen = globalThis.seen = { movedAt: performance.now(), hasTimers: null };
  // A field of a form, or a picture of a page, hides what the browser itself has under its name: \`form.style\`. By symbols it is found.
  const own = globalThis.own = {};
  for (const { prototype } of [EventTarget, Node, CharacterData, Element, HTMLElement, SVGElement, MathMLElement, Document,
    DocumentFragment, ShadowRoot])
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
      Object.defineProperty(prototype, own[name] ??= Symbol(name), property);
  new MutationObserver(() => { seen.movedAt = performance.now(); })
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  // Without timers, page-world.ts calls \`turn\` again and again.
  let waits = [];
  seen.turn = () => {
    const due = waits.filter(({ at }) => at <= performance.now());
    waits = waits.filter((wait) => !due.includes(wait));
    for (const { resolve } of due) resolve();
  };
  seen.pause = (ms) => new Promise((resolve) => {
    if (seen.hasTimers === false) waits.push({ at: performance.now() + ms, resolve });
    else setTimeout(resolve, ms);
  });
  seen.frame = () => seen.hasTimers === false ? seen.pause(50) : new Promise((resolve) => {
    const timer = setTimeout(resolve, 60);
    requestAnimationFrame(() => { clearTimeout(timer); resolve(); });
  });
  // What a frame of the browser changes is drawn by the next; on a busy machine they are far apart.
  seen.drawn = () => seen.hasTimers === false ? seen.pause(100) : Promise.race([seen.pause(2000),
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))]);
  // Closed shadow roots by their hosts (closed-roots.ts).
  const closed = new WeakMap();
  seen.enclose = (root) => { closed.set(root[own.host], root); };
  seen.root = (element) => element[own.shadowRoot] ?? closed.get(element) ?? null;
  seen.all = function* (root = document) {
    for (const element of root[own.querySelectorAll]('*')) {
      yield element;
      const inner = seen.root(element);
      if (inner) yield* seen.all(inner);
    }
  };
  seen.images = () => [...seen.all()].filter((element) => element instanceof HTMLImageElement);
  seen.deepest = (x, y) => {
    let element = document[own.elementFromPoint](x, y);
    for (let root = element && seen.root(element); root; root = seen.root(element)) {
      const inner = root[own.elementFromPoint](x, y);
      if (!inner || inner === element) break;
      element = inner;
    }
    return element;
  };
  seen.parent = (element) => element[own.parentElement] ?? element[own.getRootNode]()[own.host] ?? null;
  seen.height = () => Math.max(document[own.documentElement]?.[own.scrollHeight] ?? 0, document[own.body]?.[own.scrollHeight] ?? 0);
  seen.width = () => Math.max(innerWidth, document[own.documentElement]?.[own.scrollWidth] ?? 0);
  seen.isShown = (element) => element[own.checkVisibility]({ opacityProperty: true, visibilityProperty: true });
  // A script moves its content by the wheel or the finger, in place of the browser.
  seen.isMoved = (element, { overflowY }) => /^(?:hidden|clip)$/.test(overflowY) && element[own.clientHeight] >= 100
    && element[own.scrollHeight] > element[own.clientHeight] * 1.2 && [...element[own.children]].some((child) =>
      child[own.childElementCount] > 1 && child[own.offsetHeight] > element[own.clientHeight] * 1.2
      && getComputedStyle(child).transform !== 'none');
  seen.scrolls = (element, style = getComputedStyle(element)) => {
    if (element === document[own.scrollingElement] || element[own.clientHeight] < 20 || element[own.clientWidth] < 40) return false;
    if (element === document[own.body] && getComputedStyle(document[own.documentElement]).overflowY === 'visible') return false;
    const may = (value) => value === 'auto' || value === 'scroll';
    return seen.isMoved(element, style) || (may(style.overflowY) && element[own.scrollHeight] > element[own.clientHeight] + 8)
      || (may(style.overflowX) && element[own.scrollWidth] > element[own.clientWidth] + 8);
  };
  // Boxes that are filled from their lower or right end have offsets below 0.
  seen.reversed = (box) => {
    const [top, left] = [box[own.scrollTop], box[own.scrollLeft]];
    box[own.scrollTo]({ top: top - box[own.clientHeight], left: left - box[own.clientWidth], behavior: 'instant' });
    const found = { isUp: box[own.scrollTop] < 0, isLeft: box[own.scrollLeft] < 0 };
    box[own.scrollTo]({ top, left, behavior: 'instant' });
    return found;
  };
  seen.boxes = () => [...seen.all()]
    .filter((element) => (element[own.scrollHeight] > element[own.clientHeight] + 8
        || element[own.scrollWidth] > element[own.clientWidth] + 8)
      && seen.scrolls(element) && seen.isShown(element))
    .sort((a, b) => b[own.clientWidth] * b[own.clientHeight] - a[own.clientWidth] * a[own.clientHeight])
    .slice(0, 20);
  // Elements that show frames: brought into the window, and left as they stood.
  const moved = new Map();
  const viewHeight = () => Math.max(200, innerHeight - 50);
  seen.frames = {
    isShown: (element) => seen.isShown(element),
    /** Where the frame's own window begins, how much larger it is drawn, and what of it can be seen: in the window around it. */
    place: (element) => {
      const style = getComputedStyle(element);
      const rect = element[own.getBoundingClientRect]();
      const scale = element[own.offsetWidth] > 0 ? rect.width / element[own.offsetWidth] : 0;
      if (scale === 0 || !seen.isShown(element)) return null;
      const inset = (side) => (parseFloat(style['border' + side + 'Width']) + parseFloat(style['padding' + side])) * scale;
      const [x, y] = [rect.left + inset('Left'), rect.top + inset('Top')];
      const clips = [{ left: x, top: y, right: rect.right - inset('Right'), bottom: rect.bottom - inset('Bottom') }];
      if (window !== window.parent) clips.push({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
      for (let at = seen.parent(element); at && at !== document[own.body] && at !== document[own.documentElement]; at = seen.parent(at))
        if (getComputedStyle(at).overflow !== 'visible') clips.push(at[own.getBoundingClientRect]());
      const most = (side) => Math.max(...clips.map((clip) => clip[side]));
      const least = (side) => Math.min(...clips.map((clip) => clip[side]));
      return { x, y, scale, left: most('left'), top: most('top'), right: least('right'), bottom: least('bottom') };
    },
    isWhole: (element) => {
      const { top, left, bottom, right } = element[own.getBoundingClientRect]();
      return seen.isShown(element) && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    },
    show: async (element) => {
      const boxes = [];
      for (let at = seen.parent(element); at; at = seen.parent(at)) boxes.push([at, at[own.scrollLeft], at[own.scrollTop]]);
      moved.set(element, boxes);
      const isTall = element[own.getBoundingClientRect]().height > innerHeight;
      element[own.scrollIntoView]({ block: isTall ? 'start' : 'nearest', inline: 'nearest', behavior: 'instant' });
      await seen.frame();
    },
    views: (element) => Math.min(40, Math.ceil(element[own.getBoundingClientRect]().height / viewHeight())),
    next: () => window.scrollBy({ top: viewHeight(), behavior: 'instant' }),
    back: (element) => {
      for (const [box, left, top] of moved.get(element) ?? []) box[own.scrollTo]({ left, top, behavior: 'instant' });
    },
  };
  seen.release = () => {
    for (const { element, before } of seen.held ?? []) for (const [name, value, priority] of before)
      element[own.style].setProperty(name, value, priority);
    if (seen.held) document[own.documentElement][own.style].removeProperty('scroll-snap-type');
    seen.held = undefined;
    window.scrollTo({ left: 0, top: 0, behavior: 'instant' });
  };
  (${installViews})(seen);
  return seen.hasTimers;
})()`;

export const still = `async (quietMs, patienceMs) => {
  const until = performance.now() + patienceMs;
  await Promise.race([document[own.fonts].ready, seen.pause(Math.min(patienceMs, 3000))]);
  await seen.frame();
  const busy = '[aria-busy="true"], [class*="spinner" i], [class*="spin-" i], [class*="-spin" i], '
    + '[class*="loading" i], [class*="loader" i], '
    + '[class*="skeleton" i]';
  const isInView = (element) => {
    const { top, bottom, width, height } = element[own.getBoundingClientRect]();
    return width > 8 && height > 8 && bottom > 0 && top < innerHeight && seen.isShown(element);
  };
  const words = new RegExp('(?:加载|载入)中|正在加载|请稍[候等]|(?:生成|处理|查询|验证)中(?:[…。.\\\\s]|$)|'
    + '\\\\d+\\\\s*(?:秒|s)\\\\s*(?:后|钟后)|loading|please wait', 'i');
  const isBusy = () => {
    const found = [...document[own.querySelectorAll](busy)].slice(0, 200)
      .some((element) => !(element instanceof HTMLImageElement) && element !== document[own.body]
        && element !== document[own.documentElement] && isInView(element));
    if (found) return true;
    const text = (document[own.body]?.[own.innerText] ?? '').trim();
    return text.length < 300 && words.test(text);
  };
  // What fades counts as shown until it is gone.
  const isFading = () => document[own.getAnimations]().some(({ effect, playState, timeline, currentTime }) => playState === 'running'
    && timeline === document[own.timeline] && (effect?.getComputedTiming().endTime ?? Infinity) - currentTime < 2500);
  while (performance.now() < until) {
    const isStill = performance.now() - seen.movedAt >= quietMs && !isFading();
    const wait = isBusy();
    if (isStill && !wait) return;
    // A page that moves for ever is not waited for; a spinner is.
    if (!wait && performance.now() > until - patienceMs + 2500) return;
    await seen.pause(50);
  }
}`;

export const lazy = `() => {
  const marks = '[data-src], [data-original], [data-lazy], [data-lazy-src], [data-bg], [data-background], [data-aos], '
    + '.wow, .lazyload, .lazy';
  for (const element of seen.all()) if (element[own.matches](marks)) return true;
  return document[own.getAnimations]().some(({ timeline }) => timeline !== null && timeline !== document[own.timeline]);
}`;

export const walk = `async ({ from, maxHeight, dwellMs, patienceMs }) => {
  const until = performance.now() + patienceMs;
  const rest = (ms) => ms > 0 && performance.now() < until ? seen.pause(ms) : seen.frame();
  const step = Math.max(200, innerHeight - 50);
  const height = () => Math.min(maxHeight, seen.height());
  const isLong = () => height() > innerHeight + 8;
  const jump = (target, top, left = 0) => (target[own.scrollTo] ?? scrollTo).call(target, { top, left, behavior: 'instant' });
  const root = document[own.scrollingElement] ?? document[own.documentElement];
  // What stands at its end when it is opened, as a chat does, loads more at its beginning.
  const isAtEnd = (box) => box[own.scrollTop] > 0 && box[own.scrollTop] >= box[own.scrollHeight] - box[own.clientHeight] - 8;
  const loadUpwards = async (target, box, top) => {
    for (let known = -1; known !== box[own.scrollHeight] && box[own.scrollHeight] < maxHeight && performance.now() < until;) {
      known = box[own.scrollHeight];
      // From a little below, so that there is something to scroll.
      jump(target, top() + 60);
      await seen.frame();
      jump(target, top());
      await rest(1000);
    }
  };
  const reversed = root === null ? {} : seen.reversed(root);
  if (from === 0 && dwellMs > 0 && root !== null && isAtEnd(root)) await loadUpwards(window, root, () => 0);
  for (let y = from; y === 0 || y < height(); y += step) {
    jump(window, y);
    if (y > 0 || isLong()) await rest(dwellMs);
    else await seen.frame();
    // Without dwelling, nothing on the page looks at how far it is scrolled.
    if (dwellMs > 0) await seen.views.note();
  }
  const wide = document[own.documentElement]?.[own.scrollWidth] ?? 0;
  for (let x = innerWidth - 50; wide > innerWidth + 8 && x < wide && x < 20000; x += innerWidth - 50) {
    jump(window, 0, reversed.isLeft ? -x : x);
    await rest(dwellMs);
    if (dwellMs > 0) await seen.views.note();
  }
  const walked = height();
  jump(window, 0);
  await seen.frame();
  for (const box of from === 0 ? seen.boxes() : []) {
    box[own.scrollIntoView]({ block: 'nearest', behavior: 'instant' });
    const [first, isFirstAtEnd, { isUp, isLeft }] = [box[own.scrollTop], isAtEnd(box), seen.reversed(box)];
    const size = Math.max(60, box[own.clientHeight] - 30);
    const top = () => isUp ? box[own.clientHeight] - box[own.scrollHeight] : 0;
    if (isUp || isFirstAtEnd) await loadUpwards(box, box, top);
    for (let y = 0; y < Math.min(box[own.scrollHeight], maxHeight); y += size) {
      jump(box, top() + y);
      // A box may load more when its end comes into view.
      await rest(Math.max(dwellMs, y + size < box[own.scrollHeight] ? 150 : 400));
      await seen.views.note(box);
    }
    for (let x = box[own.clientWidth]; x < box[own.scrollWidth] && x < 20000; x += box[own.clientWidth]) {
      jump(box, first, isLeft ? -x : x);
      await rest(150);
      await seen.views.note(box);
    }
    jump(box, isFirstAtEnd ? 0 : first);
  }
  jump(window, 0);
  await rest(dwellMs);
  return walked;
}`;

export const height = 'seen.height()';

export const pictures = `async (patienceMs) => {
  const until = performance.now() + patienceMs;
  const loading = () => seen.images().filter((image) => !image.complete && image[own.getClientRects]().length > 0);
  const ending = () => document[own.getAnimations]().filter((animation) =>
    animation.playState === 'running' && Number.isFinite(animation.effect?.getComputedTiming().endTime ?? Infinity));
  while (performance.now() < until && (loading().length > 0 || ending().length > 0)) await seen.pause(40);
  await Promise.race([document[own.fonts].ready, seen.pause(1000)]);
  await seen.frame();
}`;

export const measure = `async () => {
  const { all, isShown } = seen;
  const attributes = ['data-src', 'data-original', 'data-lazy', 'data-lazy-src', 'data-actualsrc', 'data-echo', 'data-url', 'data-img',
    'data-image', 'data-lazyload', 'data-srcset', 'data-lazy-srcset'];
  const isPicture = /\\.(?:avif|bmp|gif|jpe?g|png|svg|webp)(?:[?!@]\\S*)?$/i;
  const first = (value) => value?.trim().split(/[\\s,]/)[0];
  const given = (image) => attributes.map((name) => first(image[own.getAttribute](name))).find((value) => value) ?? null;
  // Under another name, such as \`real_src\` or \`file\`.
  const givenOtherwise = (image) => [...image[own.attributes]].some(({ name, value }) =>
    !/^(?:src|srcset|alt|title|style|class|id|longdesc|on\\w+)$/.test(name) && isPicture.test(first(value) ?? ''));
  const isLazyLeft = (image) => {
    if (!isShown(image) || image[own.getClientRects]().length === 0) return false;
    const isEmpty = image.currentSrc === '' && !image.complete;
    if (isEmpty || (image[own.getAttribute]('loading') === 'lazy' && !image.complete)) return true;
    const wanted = given(image);
    if (wanted === null) return image.complete && image.naturalWidth <= 2 && givenOtherwise(image);
    const isThere = image.currentSrc !== '' && URL.canParse(wanted, document[own.baseURI])
      && image.currentSrc === new URL(wanted, document[own.baseURI]).href;
    return !isThere && (image.currentSrc === '' || image.currentSrc.startsWith('data:') || image.naturalWidth <= 2
      || !image.complete);
  };
  const backgrounds = ['data-bg', 'data-background', 'data-background-image', 'data-bg-url', 'data-lazy-background'];
  const isPlaced = (element) => isShown(element) && element[own.clientWidth] > 20 && element[own.clientHeight] > 20;
  const isBare = (element) => backgrounds.some((name) => /^(?!#|rgb|hsl|var)\\S*[./]/.test(element[own.getAttribute](name) ?? ''))
    && isPlaced(element) && /^(?:none$|url\\("data:)/.test(getComputedStyle(element).backgroundImage);
  const isWaiting = (element) => element instanceof HTMLIFrameElement && ['data-src', 'data-lazy-src'].some((name) =>
    element[own.getAttribute](name)) && /^(?:about:blank)?$/.test(element[own.getAttribute]('src') ?? '') && !element.srcdoc
    && isPlaced(element);
  const isLeft = (element) => (element instanceof HTMLImageElement ? isLazyLeft(element) : isBare(element)) && !seen.views.isKept(element);
  const lazyLeft = [...all()].filter(isLeft).length;
  const lazyFrames = [...all()].filter(isWaiting).length;
  // Answered with something else than a picture. Only decoding tells it from a drawing without a size.
  const doubtful = seen.images().filter((image) => image.complete && image.naturalWidth === 0 && /^https?:/.test(image.currentSrc)
    && isShown(image)).slice(0, 200);
  const decoded = await Promise.all(doubtful.map((image) => Promise.race([image.decode().then(() => true, () => false),
    seen.pause(1000).then(() => true)])));
  const broken = doubtful.filter((_, at) => !decoded[at]).map((image) => image.currentSrc);

  const isCovered = (${isCovered})();

  // As high as the window, and holds more than it shows: a page that moves its sections itself.
  const isClipped = [...all()].some((element) => {
    const { position, overflowY } = getComputedStyle(element);
    if (position === 'fixed' && overflowY === 'visible' && isShown(element) && element[own.textContent].trim() !== '') {
      const { bottom, left, right } = element[own.getBoundingClientRect]();
      const isInView = right - left > innerWidth * 0.2 && right > 0 && left < innerWidth;
      if (isInView && bottom > Math.max(innerHeight, seen.height()) + 40) return true;
    }
    if (element[own.clientHeight] < innerHeight * 0.8 || element[own.clientWidth] < innerWidth * 0.8) return false;
    if (element === document[own.scrollingElement] || element[own.scrollHeight] < element[own.clientHeight] * 1.5) return false;
    return /^(?:hidden|clip)$/.test(overflowY) && !isCovered && isShown(element);
  });

  // Text that is cut short, with a button that shows the rest. A link to another page is none.
  const opens = new RegExp('^[^\\\\p{L}]*(?:点击|继续)?(?:展开(?:阅读|查看)?(?:全文|全部|更多|剩余.*|完整.*)?'
    + '|(?:阅读|查看|显示)(?:全文|全部|更多|剩余.*|完整.*)|(?:read|show|see|view) (?:more|all|full.*))[^\\\\p{L}]*$', 'iu');
  const isButton = (element) => element[own.textContent].length < 24 && opens.test(element[own.textContent].trim()) && isShown(element)
    && !/^(?!#|javascript:)./i.test(element[own.closest]('a')?.[own.getAttribute]('href') ?? '');
  const isFolded = (element) => {
    const { overflowY, webkitLineClamp } = getComputedStyle(element);
    return (/^(?:hidden|clip)$/.test(overflowY) || webkitLineClamp !== 'none') && isShown(element)
      && element[own.textContent].trim().length >= 100
      && [...(element[own.parentElement] ?? element)[own.querySelectorAll]('button, a, span, div, p, i, [role="button"]')].some(isButton);
  };
  const folded = [...all()].filter((element) => element[own.clientHeight] >= 40 && element[own.clientWidth] >= 100
    && element[own.scrollHeight] > element[own.clientHeight] + 40 && isFolded(element)).length;

  // An XML document that the browser shows as its source: it did not ask for the stylesheet.
  const unstyled = [...document[own.querySelector]('#webkit-xml-viewer-source-xml')?.[own.childNodes] ?? []].filter(({ nodeType, data }) =>
    nodeType === Node.PROCESSING_INSTRUCTION_NODE
    && /\\btype\\s*=\\s*["'](?:text|application)\\/(?:xsl|xml|xslt\\+xml)["']/i.test(data)).length;
  // Its warning, laid over the page.
  const isWarned = document[own.querySelector]('xslt-warning-banner:popover-open') !== null;

  return {
    title: document[own.title],
    text: (document[own.body]?.[own.innerText] ?? '').slice(0, 20000),
    sources: [...document[own.querySelectorAll]('script[src], iframe[src], frame[src]')].slice(0, 1000)
      .map((element) => String(element.src)),
    boxes: seen.boxes().length,
    isReplaced: seen.views.isReplaced(), isClipped, lazyLeft, lazyFrames, broken, folded, unstyled, isCovered: isCovered || isWarned,
    playing: [...document[own.querySelectorAll]('video')].filter((video) => !video.paused && !video.ended && video.readyState > 1).length,
    isAlive: performance.now() - seen.movedAt < 1000 || document[own.getAnimations]().some(({ playState }) => playState === 'running')
      || document[own.querySelector]('canvas, video, marquee, img[src*=".gif" i], img[src*=".webp" i]') !== null,
    withoutGlyph: (${withoutGlyph()})(),
  };
}`;

/** Draws each rare character and compares it with one that no font has. */
function withoutGlyph(): string {
  return `() => {
    const families = new Map();
    let styled = 0;
    // What an element shows as text, and what stands before and after it.
    const texts = (element) => {
      const found = [...element[own.childNodes]].filter(({ nodeType }) => nodeType === 3).map(({ data }) => [data, null]);
      const isField = /^(?:input|textarea)$/i.test(element[own.tagName]);
      if (isField && element.type !== 'password' && element.type !== 'hidden') return [[element.value || element.placeholder || '', null]];
      if (isField || (styled += 1) > 3000) return found;
      const around = ['::before', '::after'].map((pseudo) => [getComputedStyle(element, pseudo).content, pseudo]);
      return [...found, ...around.filter(([content]) => content.startsWith('"'))];
    };
    for (const element of seen.all()) {
      if (/^(?:script|style|noscript|template)$/i.test(element[own.tagName])) continue;
      for (const [text, pseudo] of texts(element)) {
        for (const letter of text) {
          if (letter < '\\u0250' || families.has(letter) || families.size >= 4000) continue;
          families.set(letter, { element, pseudo });
        }
      }
    }
    const pen = document[own.createElementNS]('http://www.w3.org/1999/xhtml', 'canvas').getContext('2d', { willReadFrequently: true });
    pen.canvas.width = pen.canvas.height = 40;
    const drawn = (letter) => {
      pen.clearRect(0, 0, 40, 40);
      pen.fillText(letter, 4, 30);
      return String(pen.getImageData(0, 0, 40, 40).data);
    };
    const boxes = new Map();
    const missing = [];
    for (const [letter, { element, pseudo }] of families) {
      if (/^[\\p{M}\\p{C}\\p{Z}]$/u.test(letter) || !element[own.isConnected] || !seen.isShown(element)) continue;
      const font = '24px ' + getComputedStyle(element, pseudo).fontFamily;
      pen.font = font;
      if (!boxes.has(font)) {
        const samples = ['\\u0378', '\\u{2FE0F}'];
        boxes.set(font, samples.map((sample) => ({ width: pen.measureText(sample).width, drawn: drawn(sample) })));
      }
      const { width } = pen.measureText(letter);
      const like = boxes.get(font).filter((box) => box.width === width);
      if (like.length > 0 && like.some((box) => box.drawn === drawn(letter))) missing.push(letter);
    }
    return missing;
  }`;
}

/**
 * Before the page's own: the browser changes the size of the window while it draws what lies beyond it, and people do not. Listeners of
 * the window hear of it in the order in which they came.
 */
export const keepSize = `for (const target of [window, window.visualViewport]) target?.addEventListener('resize', (event) => {
  if (Object.hasOwn(globalThis, 'keepsSize')) event.stopImmediatePropagation();
})`;

export const unfold = `() => {
  globalThis.keepsSize = true;
  for (const element of seen.all())
    if (getComputedStyle(element).contentVisibility === 'auto')
      element[own.style].setProperty('content-visibility', 'visible', 'important');
  const below = seen.height() - innerHeight;
  // That of the page itself is as large as the window.
  const scrollBackground = (element) => {
    const set = (name, value) => element[own.style].setProperty('background-' + name, value, 'important');
    set('attachment', 'scroll');
    if (element !== document[own.documentElement] && element !== document[own.body]) return;
    set('size', innerWidth + 'px ' + innerHeight + 'px');
    set('repeat', 'repeat');
  };
  if (below < 8) return;
  for (const element of seen.all()) {
    const { position, backgroundAttachment } = getComputedStyle(element);
    // It would be drawn where the window is, and nowhere else.
    if (backgroundAttachment.includes('fixed')) scrollBackground(element);
    if (position !== 'fixed') continue;
    const { top, bottom, height } = element[own.getBoundingClientRect]();
    if (height === 0 || bottom < innerHeight - 60 || top < innerHeight / 2) continue;
    element[own.style].setProperty('transition', 'none', 'important');
    element[own.style].setProperty('translate', '0 ' + below + 'px', 'important');
  }
}`;

export const expand = `async () => {
  const set = (element, name, value) => element[own.style].setProperty(name, value, 'important');
  // What is fixed to the lower edge of the window would grow upwards out of the page.
  const unfix = (element) => {
    if (getComputedStyle(element).position !== 'fixed') return;
    const { top, left } = element[own.getBoundingClientRect]();
    set(element, 'position', 'absolute');
    set(element, 'top', top + scrollY + 'px');
    set(element, 'left', left + scrollX + 'px');
    set(element, 'bottom', 'auto');
  };
  for (let pass = 0; pass < 4; pass += 1) {
    const boxes = seen.boxes();
    if (boxes.length === 0) break;
    for (const box of boxes.reverse()) {
      const [scrollHeight, scrollWidth] = [box[own.scrollHeight], box[own.scrollWidth]];
      const [clientHeight, clientWidth] = [box[own.clientHeight], box[own.clientWidth]];
      set(box, 'transition', 'none');
      unfix(box);
      set(box, 'max-height', 'none');
      set(box, 'overflow', 'visible');
      if (scrollHeight > clientHeight + 8) set(box, 'height', scrollHeight + 'px');
      if (scrollWidth > clientWidth + 8) { set(box, 'max-width', 'none'); set(box, 'width', scrollWidth + 'px'); }
      set(box, 'flex-shrink', '0');
      for (let at = seen.parent(box); at; at = seen.parent(at)) {
        const style = getComputedStyle(at);
        if (style.overflowX !== 'visible' || style.overflowY !== 'visible') set(at, 'overflow', 'visible');
        unfix(at);
        set(at, 'max-height', 'none');
        const { bottom } = box[own.getBoundingClientRect]();
        const around = at[own.getBoundingClientRect]();
        if (around.bottom < bottom - 1) { set(at, 'height', 'auto'); set(at, 'min-height', Math.ceil(bottom - around.top) + 'px'); }
      }
    }
    await seen.frame();
    await seen.pause(50);
  }
  seen.views.again();
  return seen.boxes().length;
}`;

export const keepView = `async (png, view, pieces, stays) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const density = picture.width / view.width;
  for (const { x, y, width, height } of pieces) {
    const canvas = document[own.createElementNS]('http://www.w3.org/1999/xhtml', 'canvas');
    [canvas.width, canvas.height] = [width * density, height * density];
    canvas.getContext('2d').drawImage(picture, (x - view.x) * density, (y - view.y) * density, canvas.width, canvas.height,
      0, 0, canvas.width, canvas.height);
    canvas.style.cssText = ['all:initial', 'display:block', 'position:absolute', 'left:' + x + 'px', 'top:' + y + 'px',
      'width:' + width + 'px', 'height:' + height + 'px', 'pointer-events:none'].map((rule) => rule + '!important').join(';');
    (stays ? seen.views.kept : seen.covers ??= []).push(canvas);
  }
}`;

/** Laid over all else, where no style of the page moves them. @returns whether there are any, and whether the window was moved. */
export const cover = `async () => {
  const kept = [...seen.covers ?? [], ...seen.views.kept];
  if (kept.length === 0 && !seen.held) return { isPasted: false, isMoved: false };
  const isMoved = seen.held !== undefined;
  seen.release();
  // What the window shows comes back first.
  if (isMoved && seen.views.kept.length > 0) await seen.views.rest();
  for (const canvas of kept) {
    canvas.popover = 'manual';
    document[own.documentElement].append(canvas);
    canvas.showPopover();
  }
  await seen.frame();
  return { isPasted: kept.length > 0, isMoved };
}`;

export const uncover = `() => {
  if (seen.held) seen.release();
  for (const canvas of [...seen.covers ?? [], ...seen.views.kept]) canvas.remove();
  seen.covers = [];
}`;

export const source = `(document[own.doctype] ? new XMLSerializer().serializeToString(document[own.doctype]) + '\\n' : '')
  + (document[own.documentElement]?.[own.outerHTML] ?? '')`;

export const hiddenLeft = '(height) => seen.views.left(height)';
