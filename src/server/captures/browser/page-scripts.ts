// Scripts that run in the isolated world of a page (page-world.ts), as text.

/** Shared by the other scripts: watches the DOM, and names the boxes of a page. */
export const install = `(() => {
  if (globalThis.seen) return globalThis.seen.hasTimers;
  const seen = globalThis.seen = { movedAt: performance.now(), samples: [], hasTimers: null };
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
  // Closed shadow roots by their hosts (closed-roots.ts).
  const closed = new WeakMap();
  seen.enclose = (root) => { closed.set(root.host, root); };
  seen.root = (element) => element.shadowRoot ?? closed.get(element) ?? null;
  seen.all = function* (root = document) {
    for (const element of root.querySelectorAll('*')) {
      yield element;
      const inner = seen.root(element);
      if (inner) yield* seen.all(inner);
    }
  };
  seen.images = () => [...seen.all()].filter((element) => element instanceof HTMLImageElement);
  seen.deepest = (x, y) => {
    let element = document.elementFromPoint(x, y);
    for (let root = element && seen.root(element); root; root = seen.root(element)) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === element) break;
      element = inner;
    }
    return element;
  };
  seen.parent = (element) => element.parentElement ?? element.getRootNode().host ?? null;
  seen.height = () => Math.max(document.documentElement?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0);
  seen.isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  seen.scrolls = (element, style = getComputedStyle(element)) => {
    if (element === document.scrollingElement || element.clientHeight < 20 || element.clientWidth < 40) return false;
    if (element === document.body && getComputedStyle(document.documentElement).overflowY === 'visible') return false;
    const may = (value) => value === 'auto' || value === 'scroll';
    return (may(style.overflowY) && element.scrollHeight > element.clientHeight + 8)
      || (may(style.overflowX) && element.scrollWidth > element.clientWidth + 8);
  };
  seen.boxes = () => [...seen.all()]
    .filter((element) => (element.scrollHeight > element.clientHeight + 8 || element.scrollWidth > element.clientWidth + 8)
      && seen.scrolls(element) && seen.isShown(element))
    .sort((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight)
    .slice(0, 20);
  // Elements that show frames: brought into the window, and left as they stood.
  const moved = new Map();
  const viewHeight = () => Math.max(200, innerHeight - 50);
  seen.frames = {
    isShown: (element) => seen.isShown(element),
    isWhole: (element) => {
      const { top, left, bottom, right } = element.getBoundingClientRect();
      return seen.isShown(element) && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    },
    show: async (element) => {
      const boxes = [];
      for (let at = seen.parent(element); at; at = seen.parent(at)) boxes.push([at, at.scrollLeft, at.scrollTop]);
      moved.set(element, boxes);
      const isTall = element.getBoundingClientRect().height > innerHeight;
      element.scrollIntoView({ block: isTall ? 'start' : 'nearest', inline: 'nearest', behavior: 'instant' });
      await seen.frame();
    },
    views: (element) => Math.min(40, Math.ceil(element.getBoundingClientRect().height / viewHeight())),
    next: () => window.scrollBy({ top: viewHeight(), behavior: 'instant' }),
    back: (element) => {
      for (const [box, left, top] of moved.get(element) ?? []) box.scrollTo({ left, top, behavior: 'instant' });
    },
  };
  seen.release = () => {
    for (const { element, before } of seen.held ?? []) for (const [name, value, priority] of before)
      element.style.setProperty(name, value, priority);
    if (seen.held) document.documentElement.style.removeProperty('scroll-snap-type');
    seen.held = undefined;
    window.scrollTo({ left: 0, top: 0, behavior: 'instant' });
  };
  // What stands in the middle of a view. A page that recycles its rows has lost it at the end.
  seen.sample = (x, y) => {
    const element = seen.deepest(x, y);
    const text = element?.textContent?.trim() ?? '';
    if (element && text !== '' && text.length < 200) seen.samples.push({ element, text });
  };
  return seen.hasTimers;
})()`;

export const still = `async (quietMs, patienceMs) => {
  const until = performance.now() + patienceMs;
  await Promise.race([document.fonts.ready, seen.pause(Math.min(patienceMs, 3000))]);
  await seen.frame();
  const busy = '[aria-busy="true"], [class*="spinner" i], [class*="spin-" i], [class*="-spin" i], '
    + '[class*="loading" i], [class*="loader" i], '
    + '[class*="skeleton" i]';
  const isInView = (element) => {
    const { top, bottom, width, height } = element.getBoundingClientRect();
    return width > 8 && height > 8 && bottom > 0 && top < innerHeight && seen.isShown(element);
  };
  const words = /加载中|正在加载|请稍[候等]|载入中|\\d+\\s*(?:秒|s)\\s*(?:后|钟后)|loading|please wait/i;
  const isBusy = () => {
    const found = [...document.querySelectorAll(busy)].slice(0, 200)
      .some((element) => !(element instanceof HTMLImageElement) && element !== document.body && element !== document.documentElement
        && isInView(element));
    if (found) return true;
    const text = (document.body?.innerText ?? '').trim();
    return text.length < 300 && words.test(text);
  };
  while (performance.now() < until) {
    const isStill = performance.now() - seen.movedAt >= quietMs;
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
  for (const element of seen.all()) if (element.matches(marks)) return true;
  return false;
}`;

export const walk = `async ({ from, maxHeight, dwellMs, patienceMs }) => {
  const until = performance.now() + patienceMs;
  const rest = (ms) => ms > 0 && performance.now() < until ? seen.pause(ms) : seen.frame();
  const step = Math.max(200, innerHeight - 50);
  const height = () => Math.min(maxHeight, seen.height());
  const isLong = () => height() > innerHeight + 8;
  const jump = (target, top, left = 0) => target.scrollTo({ top, left, behavior: 'instant' });
  for (let y = from; y === 0 || y < height(); y += step) {
    jump(window, y);
    if (y > 0 || isLong()) await rest(dwellMs);
    else await seen.frame();
    seen.sample(innerWidth / 2, innerHeight / 2);
  }
  const wide = document.documentElement?.scrollWidth ?? 0;
  for (let x = innerWidth - 50; wide > innerWidth + 8 && x < wide && x < 20000; x += innerWidth - 50) {
    jump(window, 0, x);
    await rest(dwellMs);
  }
  const walked = height();
  jump(window, 0);
  await seen.frame();
  for (const box of from === 0 ? seen.boxes() : []) {
    box.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const first = box.scrollTop;
    const size = Math.max(60, box.clientHeight - 30);
    for (let y = 0; y < Math.min(box.scrollHeight, maxHeight); y += size) {
      jump(box, y);
      // A box may load more when its end comes into view.
      await rest(Math.max(dwellMs, y + size < box.scrollHeight ? 150 : 400));
      const { left, top, width, height } = box.getBoundingClientRect();
      seen.sample(left + width / 2, top + height / 2);
    }
    for (let x = box.clientWidth; x < box.scrollWidth && x < 20000; x += box.clientWidth) { jump(box, 0, x); await rest(150); }
    jump(box, first === box.scrollHeight - box.clientHeight ? 0 : first);
  }
  jump(window, 0);
  await rest(dwellMs);
  return walked;
}`;

export const height = 'seen.height()';

export const pictures = `async (patienceMs) => {
  const until = performance.now() + patienceMs;
  const loading = () => seen.images().filter((image) => !image.complete && image.getClientRects().length > 0);
  const ending = () => document.getAnimations().filter((animation) =>
    animation.playState === 'running' && Number.isFinite(animation.effect?.getComputedTiming().endTime ?? Infinity));
  while (performance.now() < until && (loading().length > 0 || ending().length > 0)) await seen.pause(40);
  await Promise.race([document.fonts.ready, seen.pause(1000)]);
  await seen.frame();
}`;

export const measure = `() => {
  const { all, isShown, parent } = seen;
  const attributes = ['data-src', 'data-original', 'data-lazy', 'data-lazy-src', 'data-actualsrc', 'data-echo'];
  const given = (image) => attributes.map((name) => image.getAttribute(name)).find((value) => value) ?? null;
  const isLazyLeft = (image) => {
    if (!isShown(image) || image.getClientRects().length === 0) return false;
    const isEmpty = image.currentSrc === '' && !image.complete;
    if (isEmpty || (image.getAttribute('loading') === 'lazy' && !image.complete)) return true;
    const wanted = given(image);
    if (wanted === null) return false;
    const isThere = image.currentSrc !== '' && URL.canParse(wanted, document.baseURI)
      && image.currentSrc === new URL(wanted, document.baseURI).href;
    return !isThere && (image.currentSrc === '' || image.currentSrc.startsWith('data:') || image.naturalWidth <= 2
      || !image.complete);
  };
  const lazyLeft = seen.images().filter(isLazyLeft).length;

  const isPainted = (element) => {
    if (/^(?:img|canvas|video|iframe|svg|object|embed)$/i.test(element.tagName)) return true;
    const { backgroundColor, backgroundImage, backdropFilter } = getComputedStyle(element);
    const alpha = /rgba\\(.*,\\s*([\\d.]+)\\)/.exec(backgroundColor);
    return (backgroundColor !== 'transparent' && (alpha === null || Number(alpha[1]) > 0.05)) || backgroundImage !== 'none'
      || backdropFilter !== 'none';
  };
  const overlayAt = (x, y) => {
    let painted = false;
    const page = [document.body, document.documentElement];
    for (let element = seen.deepest(x, y); element && !page.includes(element); element = parent(element)) {
      painted ||= isPainted(element);
      const { position, zIndex } = getComputedStyle(element);
      const isOnTop = position === 'fixed' || element.matches(':modal')
        || (position === 'absolute' && Number(zIndex) > 9
          && element.offsetWidth >= innerWidth * 0.9 && element.offsetHeight >= innerHeight * 0.9);
      if (!isOnTop) continue;
      if (element.matches(':modal')) return element;
      return painted ? element : null;
    }
    return null;
  };
  const points = [];
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 8; column += 1) points.push([(column + 0.5) * innerWidth / 8, (row + 0.5) * innerHeight / 8]);
  const overlays = points.map(([x, y]) => overlayAt(x, y));
  const roots = [...new Set(overlays.filter((one) => one !== null))];
  // An application that is itself fixed to the window covers nothing.
  const outside = () => {
    const within = (element) => { for (let at = element; at; at = parent(at)) if (roots.includes(at)) return true; return false; };
    for (const element of all()) {
      if (/^(?:script|style|head|html|body|title|meta|link|template)$/i.test(element.tagName) || within(element)) continue;
      const isContent = /^(?:img|canvas|video|iframe|svg)$/i.test(element.tagName)
        || [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim().length > 1);
      if (isContent && isShown(element) && element.getClientRects().length > 0) return true;
    }
    return false;
  };
  const covered = overlays.filter((one) => one !== null).length / points.length;
  const isModal = roots.some((root) => root.matches(':modal'));
  const styles = [document.documentElement, document.body].filter(Boolean).map((element) => getComputedStyle(element));
  const isLocked = seen.height() > innerHeight + 40
    && styles.some(({ overflowY, position }) => overflowY === 'hidden' || overflowY === 'clip' || position === 'fixed');
  const isCovered = (covered >= 0.3 || isModal || (isLocked && covered >= 0.06)) && outside();

  // As high as the window, and holds more than it shows: a page that moves its sections itself.
  const isClipped = [...all()].some((element) => {
    if (element.clientHeight < innerHeight * 0.8 || element.clientWidth < innerWidth * 0.8) return false;
    if (element === document.scrollingElement || element.scrollHeight < element.clientHeight * 1.5) return false;
    return /^(?:hidden|clip)$/.test(getComputedStyle(element).overflowY) && !isCovered && isShown(element);
  });

  // An XML document that the browser shows as its source: it did not ask for the stylesheet.
  const unstyled = [...document.querySelector('#webkit-xml-viewer-source-xml')?.childNodes ?? []].filter(({ nodeType, data }) =>
    nodeType === Node.PROCESSING_INSTRUCTION_NODE
    && /\\btype\\s*=\\s*["'](?:text|application)\\/(?:xsl|xml|xslt\\+xml)["']/i.test(data)).length;
  // Its warning, laid over the page.
  const isWarned = document.querySelector('xslt-warning-banner:popover-open') !== null;

  const lost = seen.samples.filter(({ element, text }) => !element.isConnected || (element.textContent ?? '').trim() !== text);
  const isReplaced = lost.length >= 3 && lost.length > seen.samples.length / 3;

  return {
    title: document.title,
    text: (document.body?.innerText ?? '').slice(0, 20000),
    sources: [...document.querySelectorAll('script[src], iframe[src], frame[src]')].slice(0, 1000).map((element) => String(element.src)),
    boxes: seen.boxes().length,
    isReplaced, isClipped, lazyLeft, unstyled, isCovered: isCovered || isWarned,
    playing: [...document.querySelectorAll('video')].filter((video) => !video.paused && !video.ended && video.readyState > 1).length,
    isAlive: performance.now() - seen.movedAt < 1000 || document.getAnimations().some(({ playState }) => playState === 'running')
      || document.querySelector('canvas, video, marquee, img[src*=".gif" i], img[src*=".webp" i]') !== null,
    withoutGlyph: (${withoutGlyph()})(),
  };
}`;

/** Draws each rare character and compares it with one that no font has. */
function withoutGlyph(): string {
  return `() => {
    const families = new Map();
    for (const element of seen.all()) {
      if (/^(?:script|style|noscript|template|textarea)$/i.test(element.tagName)) continue;
      for (const node of element.childNodes) {
        if (node.nodeType !== 3) continue;
        for (const letter of node.data) {
          if (letter < '\\u0250' || families.has(letter) || families.size >= 4000) continue;
          families.set(letter, element);
        }
      }
    }
    const pen = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas').getContext('2d', { willReadFrequently: true });
    pen.canvas.width = pen.canvas.height = 40;
    const drawn = (letter) => {
      pen.clearRect(0, 0, 40, 40);
      pen.fillText(letter, 4, 30);
      return String(pen.getImageData(0, 0, 40, 40).data);
    };
    const boxes = new Map();
    const missing = [];
    for (const [letter, element] of families) {
      if (/^[\\p{M}\\p{C}\\p{Z}]$/u.test(letter) || !element.isConnected || !seen.isShown(element)) continue;
      const font = '24px ' + getComputedStyle(element).fontFamily;
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

export const unfold = `() => {
  for (const element of seen.all())
    if (getComputedStyle(element).contentVisibility === 'auto') element.style.setProperty('content-visibility', 'visible', 'important');
  const below = seen.height() - innerHeight;
  if (below < 8) return;
  for (const element of seen.all()) {
    if (getComputedStyle(element).position !== 'fixed') continue;
    const { top, bottom, height } = element.getBoundingClientRect();
    if (height === 0 || bottom < innerHeight - 60 || top < innerHeight / 2) continue;
    element.style.setProperty('transition', 'none', 'important');
    element.style.setProperty('translate', '0 ' + below + 'px', 'important');
  }
}`;

export const expand = `async () => {
  const set = (element, name, value) => element.style.setProperty(name, value, 'important');
  for (let pass = 0; pass < 4; pass += 1) {
    const boxes = seen.boxes();
    if (boxes.length === 0) break;
    for (const box of boxes.reverse()) {
      const { scrollHeight, scrollWidth, clientHeight, clientWidth } = box;
      set(box, 'transition', 'none');
      set(box, 'max-height', 'none');
      set(box, 'overflow', 'visible');
      if (scrollHeight > clientHeight + 8) set(box, 'height', scrollHeight + 'px');
      if (scrollWidth > clientWidth + 8) { set(box, 'max-width', 'none'); set(box, 'width', scrollWidth + 'px'); }
      set(box, 'flex-shrink', '0');
      for (let at = seen.parent(box); at; at = seen.parent(at)) {
        const style = getComputedStyle(at);
        if (style.overflowX !== 'visible' || style.overflowY !== 'visible') set(at, 'overflow', 'visible');
        if (style.position === 'fixed') { const { top, left } = at.getBoundingClientRect(); set(at, 'position', 'absolute');
          set(at, 'top', top + scrollY + 'px'); set(at, 'left', left + scrollX + 'px'); set(at, 'bottom', 'auto'); }
        set(at, 'max-height', 'none');
        const { bottom } = box.getBoundingClientRect();
        const own = at.getBoundingClientRect();
        if (own.bottom < bottom - 1) { set(at, 'height', 'auto'); set(at, 'min-height', Math.ceil(bottom - own.top) + 'px'); }
      }
    }
    await seen.frame();
    await seen.pause(50);
  }
  return seen.boxes().length;
}`;

/** What is fixed to the window moves with it; it is moved back to where it stood before. */
export const lookAt = `async (x, y) => {
  const place = (element) => { const { left, top } = element.getBoundingClientRect(); return [left + scrollX, top + scrollY]; };
  const shift = ({ element, at, moved, own }) => {
    const [left, top] = place(element);
    moved[0] += at[0] - left;
    moved[1] += at[1] - top;
    element.style.setProperty('translate',
      'calc(' + own[0] + ' + ' + moved[0] + 'px) calc(' + own[1] + ' + ' + moved[1] + 'px) ' + own[2], 'important');
  };
  seen.held ??= [...seen.all()].flatMap((element) => {
    const { position, translate } = getComputedStyle(element);
    if (!/^(?:fixed|sticky)$/.test(position) || translate.includes('(')) return [];
    const [left = '0px', top = '0px', depth = '0px'] = translate === 'none' ? [] : translate.split(' ');
    const before = ['translate', 'transition'].map((name) =>
      [name, element.style.getPropertyValue(name), element.style.getPropertyPriority(name)]);
    return [{ element, at: place(element), moved: [0, 0], own: [left, top, depth], before }];
  });
  for (const { element } of seen.held) element.style.setProperty('transition', 'none', 'important');
  document.documentElement.style.setProperty('scroll-snap-type', 'none', 'important');
  window.scrollTo({ left: x, top: y, behavior: 'instant' });
  await seen.frame();
  for (const one of seen.held) shift(one);
  return { x: scrollX, y: scrollY, width: document.documentElement.clientWidth, height: innerHeight };
}`;

export const keepView = `async (png, view, pieces) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const density = picture.width / view.width;
  for (const { x, y, width, height } of pieces) {
    const canvas = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas');
    [canvas.width, canvas.height] = [width * density, height * density];
    canvas.getContext('2d').drawImage(picture, (x - view.x) * density, (y - view.y) * density, canvas.width, canvas.height,
      0, 0, canvas.width, canvas.height);
    canvas.style.cssText = ['all:initial', 'display:block', 'position:absolute', 'left:' + x + 'px', 'top:' + y + 'px',
      'width:' + width + 'px', 'height:' + height + 'px', 'pointer-events:none'].map((rule) => rule + '!important').join(';');
    (seen.covers ??= []).push(canvas);
  }
}`;

/** Laid over all else, where no style of the page moves them. */
export const cover = `async () => {
  seen.release();
  for (const canvas of seen.covers ?? []) {
    canvas.popover = 'manual';
    document.documentElement.append(canvas);
    canvas.showPopover();
  }
  await seen.frame();
}`;

export const uncover = `() => {
  seen.release();
  for (const canvas of seen.covers ?? []) canvas.remove();
  seen.covers = [];
}`;

export const source = `(document.doctype ? new XMLSerializer().serializeToString(document.doctype) + '\\n' : '')
  + (document.documentElement?.outerHTML ?? '')`;
