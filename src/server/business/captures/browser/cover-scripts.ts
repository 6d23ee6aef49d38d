// A script of the isolated world of a page (page-world.ts), as text.

/**
 * Whether something laid over the page hides what the window would show, or the page is locked by it. A bar or a column at the edge, with
 * nothing beneath it, covers nothing.
 */
export const isCovered = `() => {
  const { all, isShown, parent } = seen;
  const alphaOf = (colour) => colour === 'transparent' ? 0 : Number(/(?:rgba\\(.*,|\\/)\\s*([\\d.]+)\\)/.exec(colour)?.[1] ?? 1);
  const opaqueness = (element) => alphaOf(getComputedStyle(element).backgroundColor) * Number(getComputedStyle(element).opacity);
  const fillsWindow = (element) => element[own.offsetWidth] >= innerWidth * 0.9 && element[own.offsetHeight] >= innerHeight * 0.9;
  const isPainted = (element) => {
    if (/^(?:img|canvas|video|iframe|svg|object|embed)$/i.test(element[own.tagName])) return true;
    const { backgroundColor, backgroundImage, backdropFilter } = getComputedStyle(element);
    return alphaOf(backgroundColor) > 0.05 || backgroundImage !== 'none' || backdropFilter !== 'none';
  };
  const page = [document[own.body], document[own.documentElement]];
  const overlayAt = (x, y) => {
    let painted = false;
    for (let element = seen.deepest(x, y); element && !page.includes(element); element = parent(element)) {
      painted ||= isPainted(element);
      const { position, zIndex } = getComputedStyle(element);
      const isOnTop = position === 'fixed' || element[own.matches](':modal')
        || (position === 'absolute' && fillsWindow(element) && (Number(zIndex) > 9 || opaqueness(element) > 0.85));
      if (!isOnTop) continue;
      if (element[own.matches](':modal')) return element;
      return painted ? element : null;
    }
    return null;
  };
  // Where the mouse goes through, the browser finds nothing by its place.
  const through = [...all()].filter((element) => {
    const { pointerEvents, position } = getComputedStyle(element);
    return pointerEvents === 'none' && /^(?:fixed|absolute)$/.test(position) && isShown(element) && opaqueness(element) >= 0.5
      && element[own.offsetWidth] * element[own.offsetHeight] >= innerWidth * innerHeight * 0.3;
  }).map((element) => [element, ...['getPropertyValue', 'getPropertyPriority'].map((name) => element[own.style][name]('pointer-events'))]);
  for (const [element] of through) element[own.style].setProperty('pointer-events', 'auto', 'important');

  const points = [];
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 8; column += 1) points.push([(column + 0.5) * innerWidth / 8, (row + 0.5) * innerHeight / 8]);
  const overlays = points.map(([x, y]) => overlayAt(x, y));
  const roots = [...new Set(overlays.filter((one) => one !== null))];
  const isBeside = (element) => {
    for (let at = element; at && !page.includes(at); at = parent(at)) {
      if (roots.includes(at)) return false;
      // One of several that lie on top of each other, as the slides of a carousel do.
      if (/^(?:absolute|fixed)$/.test(getComputedStyle(at).position) && fillsWindow(at)) return false;
    }
    return true;
  };
  const isContent = (element) => !/^(?:script|style|head|html|body|title|meta|link|template|noscript)$/i.test(element[own.tagName])
    && (/^(?:img|canvas|video|iframe|svg|input|button|textarea|select)$/i.test(element[own.tagName])
      || [...element[own.childNodes]].some((node) => node.nodeType === 3 && node.data.trim().length > 1)
      || (element[own.childElementCount] === 0 && isPainted(element)));
  // How much of what lies in the window is hidden. An application that is itself fixed to the window hides nothing.
  const hiddenShare = () => {
    let [area, hidden, count] = [0, 0, 0];
    for (const element of all()) {
      const { left, top, right, bottom } = element[own.getBoundingClientRect]();
      const [x, y] = [Math.max(0, left), Math.max(0, top)];
      const [width, height] = [Math.min(innerWidth, right) - x, Math.min(innerHeight, bottom) - y];
      if (width < 1 || height < 1 || !isContent(element) || !isShown(element) || !isBeside(element)) continue;
      if ((count += 1) > 400) break;
      const places = [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]];
      const beneath = places.filter(([across, down]) => overlayAt(x + across * width, y + down * height) !== null).length;
      area += width * height;
      hidden += width * height * beneath / places.length;
    }
    return area === 0 ? 0 : hidden / area;
  };
  const covered = overlays.filter((one) => one !== null).length / points.length;
  const isModal = roots.some((root) => root[own.matches](':modal'));
  const styles = [document[own.documentElement], document[own.body]].filter(Boolean).map((element) => getComputedStyle(element));
  const isLocked = seen.height() > innerHeight + 40
    && styles.some(({ overflowY, position }) => overflowY === 'hidden' || overflowY === 'clip' || position === 'fixed');
  const least = isModal ? 0.001 : covered >= 0.3 ? 0.25 : isLocked && covered >= 0.06 ? 0.02 : null;
  const share = least === null ? 0 : hiddenShare();
  const isModalBeside = isModal && [...all()].some((element) => isContent(element) && isShown(element) && isBeside(element));
  for (const [element, value, priority] of through) element[own.style].setProperty('pointer-events', value, priority);
  return isModalBeside || (least !== null && share >= least);
}`;
