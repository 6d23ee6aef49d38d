import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { framesIn, ownerOf, type FrameTree } from './page-frames.ts';
import type { PageArea, PageWorld } from './page-world.ts';

/** Pictures of frames that are kept for a picture of the page: `laid` counts these frames, `left` those that stayed without. */
export interface KeptFrames {
  readonly laid: number;
  readonly left: number;
}

/**
 * Keeps a picture of every frame of another site within an area, taken while it is in the window. The browser does not paint such a frame
 * beyond the window, and may not in a picture for which it changes the size of the window.
 */
export async function keepForeignFrames(session: CDPSession, world: PageWorld, area: PageArea): Promise<KeptFrames> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const found = foreignFrames(frameTree, frameTree.frame.securityOrigin);
  if (found.length === 0) return { laid: 0, left: 0 };
  const placed = await Promise.all(found.slice(0, mostFrames).map((frame) => placeOf(session, frame, area)));
  const left = new Set<string>(found.slice(mostFrames).map(({ id }) => id));
  for (const id of await takeFrames(session, world, placed.flat())) left.add(id);
  const laid = new Set(placed.flat().map(({ frame }) => frame.id));
  return { laid: [...laid].filter((id) => !left.has(id)).length, left: left.size };
}

/** A piece of a frame that is not taken yet. */
interface Piece extends PageArea {
  readonly frame: ForeignFrame;
}

/** @returns the frames that could not be taken. */
async function takeFrames(session: CDPSession, world: PageWorld, pieces: readonly Piece[]): Promise<Set<string>> {
  const left = new Set<string>();
  const until = performance.now() + takingMs;
  let waiting = [...pieces].toSorted((a, b) => a.y - b.y || a.x - b.x);
  for (let [first] = waiting; first && performance.now() < until; [first] = waiting) {
    const view = await world.lookAt(first.x, first.y);
    const { inside, outside } = cut(waiting, view);
    if (!inside.some(({ frame }) => frame === first.frame)) {
      left.add(first.frame.id);
      waiting = waiting.filter((piece) => piece !== first);
      continue;
    }
    const frames = [...new Set(inside.map(({ frame }) => frame))];
    const painted = await Promise.all(frames.map((frame) => isPainted(session, frame)));
    for (const [at, { id }] of frames.entries()) if (painted[at] === false) left.add(id);
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: false,
      optimizeForSpeed: true,
      clip: { ...view, scale: 1 },
    });
    await world.keepView(
      data,
      view,
      inside.map(({ x, y, width, height }) => ({ x, y, width, height })),
    );
    waiting = outside.toSorted((a, b) => a.y - b.y || a.x - b.x);
  }
  for (const { frame } of waiting) left.add(frame.id);
  return left;
}

/** The parts of pieces within a view, and what remains of them. */
function cut(pieces: readonly Piece[], view: PageArea): { inside: Piece[]; outside: Piece[] } {
  const [inside, outside]: [Piece[], Piece[]] = [[], []];
  const [right, bottom] = [view.x + view.width, view.y + view.height];
  for (const piece of pieces) {
    const { x, y, width, height } = piece;
    if (x < view.x || y < view.y || x >= right || y >= bottom) {
      outside.push(piece);
      continue;
    }
    const shown = { ...piece, width: Math.min(width, right - x), height: Math.min(height, bottom - y) };
    inside.push(shown);
    if (shown.width < width) outside.push({ ...piece, x: right, width: width - shown.width });
    if (shown.height < height) outside.push({ ...piece, y: bottom, width: shown.width, height: height - shown.height });
  }
  return { inside, outside };
}

/**
 * Whether the browser draws the frame and those in it: one that it does not draw gets no animation frames. One whose scripts
 * are off cannot tell and counts as drawn; one that gives no answer does not.
 */
async function isPainted(session: CDPSession, { id, inner }: ForeignFrame): Promise<boolean> {
  const drawn = async (frameId: string, patienceMs: number): Promise<boolean> => {
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: 'evidence' });
    const { result } = await session.send('Runtime.evaluate', {
      expression: `globalThis.seen?.hasTimers === false || new Promise((resolve) => {
        setTimeout(resolve, ${patienceMs}, false);
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
      })`,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    return result.value === true;
  };
  const isDrawn = async (frameId: string, patienceMs: number): Promise<boolean> =>
    Promise.race([drawn(frameId, patienceMs).catch(() => true), sleep(patienceMs + 1000, false)]);
  // An inner frame may lie outside the window.
  const others = inner.map((frameId) => isDrawn(frameId, 400));
  const own = await isDrawn(id, 2000);
  await Promise.all(others);
  return own;
}

interface ForeignFrame {
  readonly id: string;
  readonly parent: string;
  /** The frames in it. */
  readonly inner: readonly string[];
}

function foreignFrames({ frame: parent, childFrames = [] }: FrameTree, origin: string): ForeignFrame[] {
  return childFrames.flatMap((child) =>
    child.frame.securityOrigin === origin
      ? foreignFrames(child, origin)
      : [{ id: child.frame.id, parent: parent.id, inner: framesIn(child).map(({ id }) => id) }],
  );
}

/** The place of a frame within an area; none if it is not shown there. */
async function placeOf(session: CDPSession, frame: ForeignFrame, area: PageArea): Promise<Piece[]> {
  const owner = await ownerOf(session, frame.id, frame.parent);
  if (!owner || (await owner.call('isShown').catch(() => false)) !== true) return [];
  const box = await session.send('DOM.getBoxModel', { backendNodeId: owner.backendNodeId }).catch(() => null);
  if (!box) return [];
  const { content } = box.model;
  const { cssVisualViewport: at } = await session.send('Page.getLayoutMetrics');
  const [xs, ys] = [0, 1].map((from) => content.filter((_, index) => index % 2 === from));
  const [left, right] = [Math.floor(Math.min(...(xs ?? [])) + at.pageX), Math.ceil(Math.max(...(xs ?? [])) + at.pageX)];
  const [top, bottom] = [Math.floor(Math.min(...(ys ?? [])) + at.pageY), Math.ceil(Math.max(...(ys ?? [])) + at.pageY)];
  const [x, y] = [Math.max(left, area.x), Math.max(top, area.y)];
  const [width, height] = [Math.min(right, area.x + area.width) - x, Math.min(bottom, area.y + area.height) - y];
  return width > 2 && height > 2 ? [{ x, y, width, height, frame }] : [];
}

const mostFrames = 40;
const takingMs = 15_000;
