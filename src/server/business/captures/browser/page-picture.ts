import type { CDPSession } from 'playwright-core';
import type { CaptureConfig } from '../../../platform/runtime/config.ts';
import { findClosedRoots } from './closed-roots.ts';
import { keepForeignFrames } from './foreign-frames.ts';
import { keepHidden, restFrames } from './hidden-content.ts';
import { type EnteredFrame, enterFrames, framesIn, walkFrames } from './page-frames.ts';
import { enterPage, isLeft, type Measured, type PageArea, type PageWorld } from './page-world.ts';

/** How long the network must be idle before the page counts as loaded, before and after scrolling through it. */
export interface Patience {
  readonly beforeMs: number;
  readonly afterMs: number;
  /** How long a spinner is waited for. */
  readonly stillMs: number;
}

export interface Settling {
  readonly session: CDPSession;
  readonly quiet: (quietMs: number, patienceMs: number) => Promise<void>;
  readonly limits: Pick<CaptureConfig, 'maxHeight' | 'maxPictures'>;
  readonly patience?: Patience;
}

/** A settled page: the worlds of its main frame and of its other frames. */
export interface SettledPage {
  readonly main: PageWorld;
  readonly frames: readonly EnteredFrame[];
  readonly looksAtScrolling: boolean;
  /** Whether the page still grew when the time for walking it was over. */
  readonly isGrowing: boolean;
  /** Frames that were not walked. */
  readonly unwalked: number;
}

/**
 * Waits until an opened page is still, scrolls through it and through every box that scrolls in itself, and waits again. A page that
 * navigates meanwhile is begun again.
 */
export async function settlePage(settling: Settling): Promise<SettledPage> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await settleOnce(settling);
    } catch (error) {
      if (attempt >= mostAttempts || !isLeft(error)) throw error;
      await settling.quiet(100, 3000);
    }
  }
}

/** A page that reloads for ever is stopped after its fourth load; on a busy machine one load can end several attempts. */
const mostAttempts = 15;

async function settleOnce({ session, quiet, limits, patience = patient }: Settling): Promise<SettledPage> {
  const { beforeMs, afterMs, stillMs } = patience;
  await quiet(beforeMs, 5000);
  const main = await enterPage(session);
  await interact(session);
  await main.still(beforeMs, stillMs);
  if (stillMs > 0) await quiet(50, 3000);
  // Frames have their worlds before roots in them are handed over.
  await enterFrames(session);
  await findClosedRoots(session);
  const looksAtScrolling = await main.looksAtScrolling();
  const maxHeight = limits.maxHeight * limits.maxPictures;
  const until = performance.now() + walkMs;
  const way = { from: 0, maxHeight, dwellMs: looksAtScrolling ? dwellMs : 0, patienceMs: walkMs };
  const before = await main.height();
  let walked = await main.walk(way);
  let known = { walked: 0, height: 0 };
  // What the end of a page asked for makes it longer when it comes. What only moves into its place in view makes it as long as before.
  const grows = async (): Promise<boolean> => {
    if (!looksAtScrolling || walked >= maxHeight) return false;
    await quiet(afterMs, 10_000);
    const height = await main.height();
    const isKnown = known.walked === walked && known.height === height;
    known = { walked, height };
    return height > walked + 8 && !isKnown;
  };
  // Without time left nothing rests in view any more, and what the end asks for does not come.
  const isOver = (): boolean => performance.now() >= until;
  let isGrowing = isOver() ? walked > before + 8 : await grows();
  while (isGrowing && !isOver()) {
    walked = await main.walk({ ...way, from: Math.max(1, walked - 200), patienceMs: until - performance.now() });
    isGrowing = isOver() || (await grows());
  }
  const unwalked = await walkFrames(session, { from: 0, maxHeight, dwellMs }, Math.max(until, performance.now() + framesMs));
  await quiet(afterMs, 10_000);
  // The page may have navigated meanwhile, so its world is entered again.
  const world = await enterPage(session);
  const frames = await enterFrames(session);
  if (stillMs > 0) {
    const inner = frames.map(async (frame) => frame.world.still(200, 3000).catch(() => undefined));
    await Promise.all([world.still(looksAtScrolling ? 200 : 50, 3000), ...inner]);
  }
  await findClosedRoots(session);
  await world.picturesLoaded(5000);
  return { main: world, frames, looksAtScrolling, isGrowing, unwalked };
}

const patient: Patience = { beforeMs: 250, afterMs: 150, stillMs: 12_000 };
/** Longer than the throttles, debounces and delays of usual lazy loaders. */
const dwellMs = 700;
const walkMs = 45_000;
/** What frames have at least, when the page took all of its time. */
const framesMs = 20_000;

/** What the scripts of the page and of its frames saw, together. */
export async function measurePage({ main, frames }: SettledPage): Promise<Measured> {
  const own = await main.measured();
  const others = await Promise.all(frames.map(({ world }) => world.measured().catch(() => null)));
  const inner = others.filter((one) => one !== null);
  const sum = (of: (one: Measured) => number) => inner.reduce((total, one) => total + of(one), of(own));
  return {
    ...own,
    lazyLeft: sum(({ lazyLeft }) => lazyLeft),
    lazyFrames: sum(({ lazyFrames }) => lazyFrames),
    folded: sum(({ folded }) => folded),
    broken: [...own.broken, ...inner.flatMap(({ broken }) => broken)],
    unstyled: sum(({ unstyled }) => unstyled),
    playing: sum(({ playing }) => playing),
    boxes: sum(({ boxes }) => boxes),
    isClipped: own.isClipped || inner.some(({ isClipped }) => isClipped),
    isReplaced: own.isReplaced || inner.some(({ isReplaced }) => isReplaced),
    isAlive: own.isAlive || inner.some(({ isAlive }) => isAlive),
    isCovered: own.isCovered || inner.some(({ isCovered }) => isCovered),
    withoutGlyph: [...new Set([...own.withoutGlyph, ...inner.flatMap(({ withoutGlyph }) => withoutGlyph)])],
  };
}

/** A picture of the page or of a part of it, and its size in CSS pixels. */
export interface PagePicture {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export async function pageSize(session: CDPSession): Promise<PageSize> {
  const { cssContentSize, cssLayoutViewport } = await session.send('Page.getLayoutMetrics');
  return {
    width: Math.ceil(Math.max(cssContentSize.width, cssLayoutViewport.clientWidth)),
    height: Math.ceil(Math.max(cssContentSize.height, cssLayoutViewport.clientHeight)),
  };
}

/** The parts of a page that its pictures show, row by row; `shown` is less than the page if there are too many. */
export function partsOf(size: PageSize, { maxWidth, maxHeight, maxPictures }: PictureLimits) {
  const columns = Math.min(Math.ceil(size.width / maxWidth), maxPictures);
  const rows = Math.min(Math.ceil(size.height / maxHeight), Math.max(1, Math.floor(maxPictures / columns)));
  const shown = { width: Math.min(size.width, columns * maxWidth), height: Math.min(size.height, rows * maxHeight) };
  const parts = Array.from({ length: rows * columns }, (_, at) => {
    const [x, y] = [(at % columns) * maxWidth, Math.floor(at / columns) * maxHeight];
    return { x, y, width: Math.min(maxWidth, shown.width - x), height: Math.min(maxHeight, shown.height - y) };
  });
  return { parts, shown };
}

export interface PictureLimits {
  readonly maxWidth: number;
  readonly maxHeight: number;
  readonly maxPictures: number;
}

/** Limits in CSS pixels. A dense screen has several pixels for each. */
export function pictureLimits(
  { maxHeight, maxPictures }: Pick<CaptureConfig, 'maxHeight' | 'maxPictures'>,
  density: number,
): PictureLimits {
  return { maxWidth: Math.floor(widestPicture / density), maxHeight: Math.floor(maxHeight / density), maxPictures };
}

/** A picture of a part of the page: `laid` counts the frames whose pictures were laid over their places, `lacking` those it may lack. */
export interface PartPicture {
  readonly png: Buffer;
  /** Whether views that were taken while they were in the window are laid over it. */
  readonly isPasted: boolean;
  readonly laid: number;
  readonly lacking: number;
}

/**
 * Optimised for speed: a picture of text gets a quarter larger and takes half the time. The replay uses the same encoding, so that equal
 * content gives equal bytes.
 */
export async function takePart(session: CDPSession, part: PageArea): Promise<PartPicture> {
  const { cssVisualViewport: view } = await session.send('Page.getLayoutMetrics');
  const { frameTree } = await session.send('Page.getFrameTree');
  // The window of a page without frames is taken as a longer page is: the browser chooses the sources of its images anew then. While a page
  // loads, it takes a larger source that happens to be in memory, in one load and not in the next. Source: Blink, srcset parser.
  const isInView =
    (frameTree.childFrames ?? []).length > 0 &&
    part.x === 0 &&
    part.y === 0 &&
    view.pageX === 0 &&
    view.pageY === 0 &&
    view.scale === 1 &&
    part.width <= view.clientWidth &&
    part.height <= view.clientHeight;
  const take = async (): Promise<Buffer> => {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: !isInView,
      optimizeForSpeed: true,
      clip: { ...part, scale: 1 },
    });
    return Buffer.from(data, 'base64');
  };
  if (isInView) return { png: await take(), isPasted: false, laid: 0, lacking: 0 };
  const main = await enterPage(session);
  const frames = framesIn(frameTree).length > 0 ? await enterFrames(session) : [];
  try {
    await keepHidden(session, { main, frames }, part);
    const { laid, left: lacking } = await keepForeignFrames(session, main, part);
    const { isPasted, isMoved } = await main.cover();
    if (isMoved) await restFrames(session, frames);
    return { png: await take(), isPasted, laid, lacking };
  } finally {
    await main.uncover();
  }
}

/** The first picture of a page: all of it, up to the limits. */
export async function takePicture(session: CDPSession, limits: PictureLimits): Promise<PagePicture> {
  const { parts } = partsOf(await pageSize(session), limits);
  const [first = { x: 0, y: 0, width: 1, height: 1 }] = parts;
  const { png } = await takePart(session, first);
  return { png, width: first.width, height: first.height };
}

/** Opens the boxes and frames of a page that scroll in themselves. @returns how many are still not whole. */
export async function expandPage(session: CDPSession, { main, frames }: SettledPage): Promise<number> {
  let left = 0;
  for (const { id, world } of frames.toReversed()) {
    left += await world.expand().catch(() => 1);
    await stretchFrame(session, id)
      .then(async (isStretched) => (isStretched ? world.tellScrolled() : undefined))
      .catch(() => (left += 1));
  }
  return left + (await main.expand());
}

/** Gives a frame the height of its document. @returns whether it was less. */
async function stretchFrame(session: CDPSession, frameId: string): Promise<boolean> {
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: 'evidence' });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `[[own.scrollHeight, innerHeight], [own.scrollWidth, innerWidth]].map(([size, shown]) => {
        const whole = document[own.documentElement][size];
        return whole - shown > 8 ? whole : 0;
      })`,
    contextId,
    returnByValue: true,
  });
  const [height = 0, width = 0] = result.value as number[];
  if (height === 0 && width === 0) return false;
  const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId });
  const { object } = await session.send('DOM.resolveNode', { backendNodeId });
  if (object.objectId === undefined) return false;
  await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId,
    functionDeclaration: `function (height, width) {
      const set = (name, value) => this.style.setProperty(name, value, 'important');
      if (height > 0) { set('height', height + 'px'); set('max-height', 'none'); }
      if (width > 0) { set('width', width + 'px'); set('max-width', 'none'); }
    }`,
    arguments: [{ value: height }, { value: width }],
  });
  return true;
}

/** Whether a frame of the page scrolls in itself. */
export async function scrollingFrames(session: CDPSession, { frames }: SettledPage): Promise<number> {
  const asked = await Promise.all(
    frames.map(async ({ id }) => {
      const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', { frameId: id, worldName: 'evidence' });
      const { result } = await session.send('Runtime.evaluate', {
        expression:
          'innerHeight > 20 && innerWidth > 40 && ' +
          '(document[own.documentElement][own.scrollHeight] > innerHeight + 8' +
          ' || document[own.documentElement][own.scrollWidth] > innerWidth + 8)',
        contextId,
        returnByValue: true,
      });
      return result.value === true ? 1 : 0;
    }),
  ).catch(() => [0]);
  return asked.reduce((sum: number, one) => sum + one, 0);
}

/** The greatest width of a picture, in pixels. */
export const widestPicture = 4096;

/**
 * Moves the mouse, or touches the screen, as the first thing that a person does: many pages load their scripts only then. At the edge of
 * the window, where nothing opens; the wheel turns upwards, where nothing scrolls; and the touch ends in no tap.
 */
async function interact(session: CDPSession): Promise<void> {
  const { cssLayoutViewport } = await session.send('Page.getLayoutMetrics');
  const y = Math.round(cssLayoutViewport.clientHeight / 2);
  if (await isTouched(session)) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 2, y }] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
    return;
  }
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 1, y });
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 2, y: y + 1 });
  await session.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 2, y: y + 1, deltaX: 0, deltaY: -1 });
}

async function isTouched(session: CDPSession): Promise<boolean> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'navigator.maxTouchPoints > 0', returnByValue: true });
  return result.value === true;
}
