// Scripts of the isolated world of a page (page-world.ts), as text: what each view of a walk showed, and what is no longer seen at its end.

/** What is fixed to the window moves with it, and is moved back to where it stood. What is less high than the window is centred. */
export const lookAt = `async (x, y, height) => {
  const place = (element) => { const { left, top } = element[own.getBoundingClientRect](); return [left + scrollX, top + scrollY]; };
  const shift = ({ element, at, moved, given }) => {
    const [left, top] = place(element);
    moved[0] += at[0] - left;
    moved[1] += at[1] - top;
    element[own.style].setProperty('translate',
      'calc(' + given[0] + ' + ' + moved[0] + 'px) calc(' + given[1] + ' + ' + moved[1] + 'px) ' + given[2], 'important');
  };
  seen.held ??= [...seen.all()].flatMap((element) => {
    const { position, translate } = getComputedStyle(element);
    if (!/^(?:fixed|sticky)$/.test(position) || translate.includes('(') || seen.views.isPinned(element)) return [];
    const [left = '0px', top = '0px', depth = '0px'] = translate === 'none' ? [] : translate.split(' ');
    const before = ['translate', 'transition'].map((name) =>
      [name, element[own.style].getPropertyValue(name), element[own.style].getPropertyPriority(name)]);
    return [{ element, at: place(element), moved: [0, 0], given: [left, top, depth], before }];
  });
  for (const { element } of seen.held) element[own.style].setProperty('transition', 'none', 'important');
  document[own.documentElement][own.style].setProperty('scroll-snap-type', 'none', 'important');
  const top = height < innerHeight ? y + height / 2 - innerHeight / 2 : y;
  window.scrollTo({ left: x, top, behavior: 'instant' });
  await seen.frame();
  for (const one of seen.held) shift(one);
  return { x: scrollX, y: scrollY, width: document[own.documentElement][own.clientWidth], height: innerHeight };
}`;

/** Added to the shared scripts (page-scripts.ts) as \`seen.views\`. */
export const installViews = `(seen) => {
  // How each element of content was seen best, and the words and pictures of each view.
  const found = new Map();
  const shown = [];
  let units = null;
  // What was seen when the units were found: it hides, too, while another view is taken, and is waited for.
  const standing = new Set();
  // Turns of the page, which are longer on a busy machine; 3 s on another.
  let restTurns = 55;
  const media = /^(?:img|canvas|video|svg|iframe|object|embed|input|textarea|select|button)$/i;
  const unseen = /^(?:script|style|head|html|body|title|meta|link|template|noscript)$/i;
  const ownText = (element) => {
    let text = '';
    for (const node of element[own.childNodes]) if (node.nodeType === 3) text += node.data;
    return text.trim();
  };
  const hasPicture = (image) => image.complete && image.naturalWidth > 2 ? image.currentSrc : '';
  const pen = document[own.createElementNS]('http://www.w3.org/1999/xhtml', 'canvas').getContext('2d', { willReadFrequently: true });
  pen.canvas.width = pen.canvas.height = 64;
  // What a canvas shows, small; empty if that is nothing, or is kept from being read.
  const paintedOn = (canvas) => {
    try {
      pen.clearRect(0, 0, 64, 64);
      pen.drawImage(canvas, 0, 0, 64, 64);
      const { data } = pen.getImageData(0, 0, 64, 64);
      return data.some((value) => value > 0) ? String(data) : '';
    } catch {
      pen.canvas.width = 64; // A drawing with a picture of another site stays unreadable until it is cleared.
      return '';
    }
  };
  const pictureOf = (element) => element instanceof HTMLImageElement ? hasPicture(element)
    : element instanceof HTMLCanvasElement && paintedOn(element) !== '' ? 'painted' : '';
  const valueOf = (element) => element instanceof HTMLImageElement ? hasPicture(element) : ownText(element).slice(0, 200);
  const isPainted = ({ backgroundColor, backgroundImage }) =>
    backgroundImage !== 'none' || !/^(?:transparent|rgba\\(.*, 0\\))$/.test(backgroundColor);
  const isContent = (element, style) => !unseen.test(element[own.tagName])
    && (media.test(element[own.tagName]) || ownText(element) !== '' || (element[own.childElementCount] === 0 && isPainted(style)));

  const whole = { opacity: 1, cut: '', isFixed: false, left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  // What the elements above one make of it. Boxes that scroll in themselves hide nothing: they are opened.
  const within = (element, known) => {
    if (element === null) return whole;
    if (known.has(element)) return known.get(element);
    const above = within(seen.parent(element), known);
    const style = getComputedStyle(element);
    const made = { ...above, opacity: above.opacity * Number(style.opacity),
      cut: style.clipPath === 'none' ? above.cut : above.cut + style.clipPath, isFixed: above.isFixed || style.position === 'fixed' };
    if (/^(?:hidden|clip)$/.test(style.overflowX) && !/^(?:html|body)$/i.test(element[own.tagName])) {
      const { left, top, right, bottom } = element[own.getBoundingClientRect]();
      Object.assign(made, { left: Math.max(made.left, left), top: Math.max(made.top, top), right: Math.min(made.right, right),
        bottom: Math.min(made.bottom, bottom) });
    }
    known.set(element, made);
    return made;
  };
  // How an element is seen now; null if it is not.
  const look = (element, known, rect = element[own.getBoundingClientRect]()) => {
    if (!element[own.isConnected] || rect.width < 2 || rect.height < 2) return null;
    const style = getComputedStyle(element);
    if (style.visibility !== 'visible') return null;
    const { opacity, cut, isFixed, ...clip } = within(element, known);
    const [left, right] = [Math.max(rect.left, clip.left, -scrollX), Math.min(rect.right, clip.right, seen.width() - scrollX)];
    const [top, bottom] = [Math.max(rect.top, clip.top), Math.min(rect.bottom, clip.bottom)];
    if (opacity < 0.05 || right - left < 1 || bottom - top < 1) return null;
    const inView = Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
      * Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0));
    return { opacity, cut, isFixed, area: (right - left) * (bottom - top), share: inView / (right - left) / (bottom - top), rect,
      picture: pictureOf(element), background: style.backgroundImage.includes('url(') };
  };
  const isLess = (now, was) => now === null || now.opacity < was.opacity * 0.6 || now.area < was.area * 0.3 || now.cut !== was.cut
    || (was.picture !== '' && (now.picture === '' || (now.picture !== was.picture && now.picture.startsWith('data:'))))
    || (was.background && !now.background);

  // A page that recycles its rows has other words in the end.
  const first = [];
  // What would go with an element: the outermost that has no other words.
  const hostOf = (element) => {
    let host = element;
    while (host[own.parentElement] && host[own.parentElement] !== document[own.body]
      && host[own.parentElement][own.textContent].trim() === element[own.textContent].trim()) host = host[own.parentElement];
    return host;
  };
  // A notice that the walk took away: nothing stands in its place.
  const gone = () => {
    const there = new Set();
    for (const element of seen.all()) there.add(valueOf(element));
    return first.filter(({ element, parent, count, value, isFixed }) => element[own.isConnected]
      ? isFixed && !seen.isShown(element)
      : !there.has(value) && parent?.[own.isConnected] && parent[own.childElementCount] < count);
  };
  const worth = ({ opacity, share, picture, background }) =>
    opacity * share + (/^(?:data:|$)/.test(picture) ? 0 : 1) + (background ? 1 : 0);
  // Other drawings than the last one that a canvas showed in views of the walk. One that changes without scrolling is a film.
  const drawings = new Map();
  const noteDrawings = async (canvases) => {
    if (canvases.length === 0) return;
    const before = canvases.map(paintedOn);
    await seen.pause(100);
    for (const [at, canvas] of canvases.entries()) {
      const now = paintedOn(canvas);
      if (now !== before[at]) drawings.set(canvas, null);
      else if (now !== '' && drawings.get(canvas) !== null) drawings.set(canvas, (drawings.get(canvas) ?? new Set()).add(now));
    }
  };
  const isRedrawn = () => [...drawings].some(([canvas, shown]) => {
    const last = paintedOn(canvas);
    return last !== '' && shown !== null && [...shown].some((one) => one !== last);
  });
  const note = async (box = null) => {
    const known = new Map();
    const isFirst = shown.length === 0 && box === null && scrollY === 0;
    const values = [];
    const canvases = [];
    let count = 0;
    for (const element of seen.all(box ?? document)) {
      if ((count += 1) > 20000 || found.size > 20000) break;
      const rect = element[own.getBoundingClientRect]();
      if (rect.bottom <= 0 || rect.top >= innerHeight || rect.right <= 0 || rect.left >= innerWidth) continue;
      if (!isContent(element, getComputedStyle(element))) continue;
      const now = look(element, known, rect);
      if (now === null) continue;
      if (element instanceof HTMLCanvasElement) canvases.push(element);
      const value = valueOf(element);
      if (isFirst && value.length >= 8 && !(element instanceof HTMLImageElement)) {
        const parent = hostOf(element);
        first.push({ element, parent: parent[own.parentElement], count: parent[own.parentElement]?.[own.childElementCount] ?? 0, value,
          isFixed: now.isFixed });
      }
      if (now.isFixed) continue;
      const place = [rect.left + scrollX, rect.top + scrollY + (box?.[own.scrollTop] ?? 0)];
      if (value !== '') values.push({ element, value, place });
      const was = found.get(element);
      was?.offsets.push([scrollX, scrollY]);
      if (!was || worth(now) > worth(was))
        found.set(element, { ...now, box, offsets: was?.offsets ?? [[scrollX, scrollY]],
          at: { left: rect.left + scrollX, top: rect.top + scrollY } });
    }
    shown.push({ box, at: box === null ? scrollY : box[own.scrollTop], values });
    await noteDrawings(canvases);
  };
  const isReplaced = () => {
    if (isRedrawn()) return true;
    const there = new Set();
    for (const element of seen.all()) there.add(valueOf(element));
    const isMoved = ({ element, place: [left, top] }, box) => {
      const rect = element[own.getBoundingClientRect]();
      return !element[own.isConnected] || rect.width === 0
        || Math.hypot(rect.left + scrollX - left, rect.top + scrollY + (box?.[own.scrollTop] ?? 0) - top) > 20;
    };
    for (const scroller of new Set(shown.map(({ box }) => box))) {
      const views = shown.filter(({ box, values }) => box === scroller && values.length > 0);
      const lost = views.filter(({ at }) => at !== 0).map(({ values }) => ({ count: values.length,
        gone: values.filter((one) => !there.has(one.value) && isMoved(one, scroller)).length }))
        .filter(({ count, gone }) => gone > count / 2);
      const gone = lost.reduce((sum, one) => sum + one.gone, 0);
      if (gone >= 3 && (lost.length > 1 || views.length <= 4)) return true;
    }
    return false;
  };

  // The outermost element that hides one: opened, it shows what belongs to it, too.
  const hiderOf = (element) => {
    let hider = element;
    for (let at = element; at && !/^(?:html|body)$/i.test(at[own.tagName]); at = seen.parent(at)) {
      const { opacity, transform, translate, scale, clipPath, visibility } = getComputedStyle(at);
      if (Number(opacity) < 1 || clipPath !== 'none' || visibility !== 'visible'
        || [transform, translate, scale].some((one) => one !== 'none')) hider = at;
    }
    return hider[own.getBoundingClientRect]().height <= innerHeight * 3 ? hider : element;
  };
  const isInPlace = (element) => {
    const { left, top, width, height } = element[own.getBoundingClientRect]();
    return [...element[own.parentElement]?.[own.children] ?? []].some((other) => {
      if (other === element || width === 0) return false;
      const place = other[own.getBoundingClientRect]();
      return Math.abs(place.left - left) < width / 4 && Math.abs(place.top - top) < height / 4 && look(other, new Map()) !== null;
    });
  };
  const isOpen = ({ box }) => box === null || !seen.scrolls(box);
  // Whether another one stands now where one was, as the next slide of a carousel does.
  const findTaken = (known) => {
    const placeOf = ({ left, top }) => [Math.round(left / 30), Math.round(top / 30)];
    const taken = new Set();
    for (const [element] of found) {
      const now = look(element, known);
      if (now) taken.add(String(placeOf({ left: now.rect.left + scrollX, top: now.rect.top + scrollY })));
    }
    return ({ at }) => [-1, 0, 1].some((right) => [-1, 0, 1].some((down) => {
      const [x, y] = placeOf(at);
      return taken.has(String([x + right, y + down]));
    }));
  };
  // What hides one that is seen less than it was; null if another one took its place.
  const whatHides = (element, now, was, known, isTaken) => {
    // Beyond what clips it: moved by the walk, as a story that is told by scrolling.
    const isElsewhere = now === null && element[own.getBoundingClientRect]().width > 1 && within(element, known).opacity >= 0.05
      && getComputedStyle(element).visibility === 'visible';
    return isElsewhere && isTaken(was) ? null : { hider: isElsewhere ? element : hiderOf(element), isElsewhere };
  };
  const findUnits = () => {
    const known = new Map();
    const made = new Map();
    const isTaken = findTaken(known);
    for (const [element, was] of found) {
      if (!element[own.isConnected] || !isOpen(was)) continue;
      const now = look(element, known);
      if (!isLess(now, was)) {
        standing.add(element);
        continue;
      }
      const hiding = whatHides(element, now, was, known, isTaken);
      if (hiding && !made.has(hiding.hider) && !isInPlace(hiding.hider))
        made.set(hiding.hider, { ...hiding, element, was, from: 0, state: 'waiting' });
    }
    return [...made.values()].filter(({ hider }) => {
      for (let at = seen.parent(hider); at; at = seen.parent(at)) if (made.has(at)) return false;
      return true;
    });
  };
  const isIn = ({ hider, was }, area) => {
    const rect = hider[own.getBoundingClientRect]();
    const top = rect.height > 0 ? rect.top + scrollY : was.at.top;
    return top < area.y + area.height && top + Math.max(rect.height, was.rect.height) > area.y;
  };
  const isMoving = (element) => document[own.getAnimations]().some(({ effect, playState, timeline }) => playState === 'running'
    && timeline === document[own.timeline] && Number.isFinite(effect?.getComputedTiming().endTime ?? Infinity)
    && effect?.target && (element[own.contains](effect.target) || effect.target[own.contains](element)));
  const pieceOf = ({ hider }, view) => {
    const rect = hider[own.getBoundingClientRect]();
    const [x, y] = [Math.floor(Math.max(view.left, rect.left)), Math.floor(Math.max(view.top, rect.top))];
    const [width, height] = [Math.ceil(Math.min(view.right, rect.right)) - x, Math.ceil(Math.min(view.bottom, rect.bottom)) - y];
    return width > 1 && height > 1 ? [{ x, y, width, height }] : [];
  };
  let aimed = null;
  /** Where the next of what hides beyond the window is to be looked for. Null if there is none. */
  const aim = (area) => {
    units ??= findUnits();
    const unit = units.find((one) => one.state === 'waiting' && isIn(one, area));
    if (!unit) return null;
    if (unit.isElsewhere) {
      const [x, y] = unit.was.offsets[unit.from];
      aimed = { unit, height: 0 };
      return { x, y, height: null };
    }
    const rect = unit.hider[own.getBoundingClientRect]();
    const [top, height] = rect.height > 1 ? [rect.top + scrollY, rect.height] : [unit.was.at.top, unit.was.rect.height];
    aimed = { unit, height };
    return { x: 0, y: top + unit.from, height: height - unit.from };
  };
  /** The pieces of what is seen now, with the view of the page that the window shows. */
  const take = async (view) => {
    const { unit, height } = aimed;
    const size = view.bottom - view.top;
    const isTall = height > size;
    const isSeen = ({ element, was }) => { const now = look(element, new Map());
      return now !== null && now.share > 0 && !isLess(now, was); };
    const begun = performance.now();
    await seen.pause(60);
    const patienceMs = unit.isElsewhere ? 400 : units.filter(({ state }) => state === 'left').length < 4 ? 1500 : 300;
    while (performance.now() < begun + patienceMs && (!isSeen(unit) || isMoving(unit.hider))) await seen.pause(40);
    const isWhole = ({ hider, element, was }) => {
      const { top, bottom } = hider[own.getBoundingClientRect]();
      const now = look(element, new Map());
      return top >= view.top && bottom <= view.bottom && now !== null && !isLess(now, was) && now.opacity > 0.95 && !isMoving(hider);
    };
    const isTaken = isSeen(unit) || (isTall && unit.from > 0);
    const taken = units.filter((one) => one.state === 'waiting' && (one === unit ? isTaken : !one.isElsewhere && isWhole(one)));
    for (const one of taken) one.state = 'taken';
    if (unit.isElsewhere) {
      // A story shows another part of it in each view. The window of a frame is not moved: another part of it is not shown.
      const [x, y] = unit.was.offsets[unit.from];
      unit.from += 1;
      unit.isLeft ||= window !== window.parent && Math.hypot(x - scrollX, y - scrollY) > 8;
      unit.state = unit.from < unit.was.offsets.length ? 'waiting' : unit.isLeft ? 'left' : 'taken';
    } else if (!isTaken) unit.state = 'left';
    else if (isTall && unit.from + size < height) [unit.state, unit.from] = ['waiting', unit.from + size * 0.8];
    return taken.flatMap((one) => pieceOf(one, view));
  };
  const busy = /加载|载入|请稍|loading|scroll|滚动|下滑|上滑/i;
  const isWorthANote = ({ hider, element, state }) => state === 'left' && hider[own.isConnected]
    && (element instanceof HTMLImageElement || (hider[own.textContent].trim().length >= 8 && !busy.test(hider[own.textContent])));
  seen.views = {
    isPinned: (element) => (units ?? []).some(({ hider }) => element !== hider && element[own.contains](hider)),
    note, isReplaced, aim, take,
    left: (height) => (units ?? findUnits()).filter((one) =>
      one.state === 'waiting' ? isIn(one, { y: 0, height }) : isWorthANote(one)).length + gone().length,
    isKept: (element) => (units ?? []).some(({ hider, state }) => state === 'taken' && hider[own.contains](element)),
    // After the boxes of the page were opened, everything stands elsewhere.
    again: () => { units = null; standing.clear(); seen.views.kept = []; },
    kept: [],
    rest: async (view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }) => {
      await seen.pause(300);
      const returning = new Set();
      const areAway = () => {
        const known = new Map();
        let isTaken = null;
        return [...standing].some((element) => {
          const { top, bottom, width } = element[own.getBoundingClientRect]();
          if (!element[own.isConnected] || width <= 1 || bottom <= view.top || top >= view.bottom) return false;
          const [now, was] = [look(element, known), found.get(element)];
          if (!isLess(now, was) && now.opacity >= was.opacity * 0.95) return false;
          const hiding = whatHides(element, now, was, known, (one) => (isTaken ??= findTaken(known))(one));
          if (hiding === null || isInPlace(hiding.hider)) return false;
          returning.add(element);
          return true;
        });
      };
      const isBack = (turn) => !areAway() && ![...returning].some(isMoving) && (turn > 15 || !isMoving(document[own.documentElement]));
      let turn = 0;
      for (; turn < restTurns && !isBack(turn); turn += 1) {
        await seen.pause(40);
        await seen.frame();
      }
      await seen.drawn();
      // A page that never rests is waited for once.
      if (turn > 0 && turn === restTurns) restTurns = 0;
    },
  };
}`;
