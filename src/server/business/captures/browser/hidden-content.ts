import type { CDPSession } from 'playwright-core';
import { type EnteredFrame, ownerOf } from './page-frames.ts';
import type { PageArea, PageWorld, ViewEdges } from './page-world.ts';

interface Worlds {
  readonly main: PageWorld;
  readonly frames: readonly EnteredFrame[];
}

/**
 * Keeps pictures of what the walk saw in an area and in the frames of the page and what hides beyond the window, each while it is in the
 * window.
 */
export async function keepHidden(session: CDPSession, { main, frames }: Worlds, area: PageArea): Promise<void> {
  const until = performance.now() + takingMs;
  const keep = async (view: PageArea, pieces: readonly PageArea[]): Promise<void> => {
    if (pieces.length === 0) return;
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: false,
      optimizeForSpeed: true,
      clip: { ...view, scale: 1 },
    });
    await main.keepView(data, view, pieces, true);
  };
  const keepAll = async (world: PageWorld, { y, height }: Pick<PageArea, 'y' | 'height'>, place: () => Promise<FrameWindow | null>) => {
    let view = { x: 0, y: 0, width: 0, height: 0 };
    while (performance.now() < until) {
      const aim = await world.aimAtHidden({ y, height });
      const before = aim && (await place());
      if (!before) return;
      const at = world === main ? aim : onPage(aim, before, view);
      view = await main.lookAt(at.x, at.y, aim.height === null ? null : aim.height * before.scale);
      const now = await place();
      if (!now) return;
      const pieces = await world.takeHidden(edgesIn(now, view));
      await keep(
        view,
        pieces.map((piece) => ({ ...onPage(piece, now, view), width: piece.width * now.scale, height: piece.height * now.scale })),
      );
    }
  };
  const hiding = (await Promise.all(frames.map(async (frame) => hidingFrame(session, frame)))).filter((one) => one !== null);
  if (hiding.length > 0) {
    // What such frames show now hides while the window is elsewhere, and comes back late.
    const view = await main.lookAt(0, 0);
    await restFrames(
      session,
      hiding.map(({ frame }) => frame),
    );
    await keep(
      view,
      hiding.flatMap(({ place }) => shownOf(place, view)),
    );
  }
  await keepAll(main, area, async () => ownWindow);
  // A frame may leave its document meanwhile.
  for (const { frame, place } of hiding)
    await keepAll(frame.world, { y: 0, height: heightOf(place) }, () => placeOf(session, frame)).catch(() => undefined);
}

/** A frame in which something hides that the walk saw, and its place; null if nothing does. */
async function hidingFrame(session: CDPSession, frame: EnteredFrame): Promise<{ frame: EnteredFrame; place: FrameWindow } | null> {
  const place = await placeOf(session, frame);
  const aim = place && (await frame.world.aimAtHidden({ y: 0, height: heightOf(place) }).catch(() => null));
  return aim && { frame, place };
}

const takingMs = 20_000;

/** Waits until frames show again what they hid while other parts of the page were in the window. */
export async function restFrames(session: CDPSession, frames: readonly EnteredFrame[]): Promise<void> {
  const { cssLayoutViewport: window } = await session.send('Page.getLayoutMetrics');
  const size = { width: window.clientWidth, height: window.clientHeight };
  const rest = async (frame: EnteredFrame): Promise<void> => {
    const place = await placeOf(session, frame);
    if (place) await frame.world.rested(edgesIn(place, size)).catch(() => undefined);
  };
  await Promise.all(frames.map(rest));
}

/** How much that the walk saw down to a height of the page and in its frames hides beyond the window, and was not seen again. */
export async function hiddenLeft(session: CDPSession, { main, frames }: Worlds, height: number): Promise<number> {
  const leftIn = async (frame: EnteredFrame): Promise<number> => {
    const place = await placeOf(session, frame);
    return place ? frame.world.hiddenLeft(heightOf(place)).catch(() => 0) : 0;
  };
  const inner = await Promise.all(frames.map(leftIn));
  return inner.reduce((sum, count) => sum + count, await main.hiddenLeft(height));
}

/** Where the window of a frame begins in the window of the page, how much larger it is drawn there, and what of it can be seen. */
interface FrameWindow extends ViewEdges {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

const ownWindow: FrameWindow = { x: 0, y: 0, scale: 1, left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** The window of a frame in that of the page; null if nothing of it can be seen. */
async function placeOf(session: CDPSession, { id, within }: EnteredFrame): Promise<FrameWindow | null> {
  let place = ownWindow;
  for (const [at, inner] of [...within.slice(1), id].entries()) {
    const owner = await ownerOf(session, inner, within[at] ?? '');
    const found = (await owner?.call('place').catch(() => null)) as FrameWindow | null | undefined;
    if (!found) return null;
    const [across, down] = [(x: number) => place.x + x * place.scale, (y: number) => place.y + y * place.scale] as const;
    place = {
      x: across(found.x),
      y: down(found.y),
      scale: place.scale * found.scale,
      left: Math.max(place.left, across(found.left)),
      top: Math.max(place.top, down(found.top)),
      right: Math.min(place.right, across(found.right)),
      bottom: Math.min(place.bottom, down(found.bottom)),
    };
  }
  return place.right - place.left > 2 && place.bottom - place.top > 2 ? place : null;
}

function heightOf({ y, bottom, scale }: FrameWindow): number {
  return (bottom - y) / scale;
}

/** What the page's window shows of a frame's, in the frame's pixels. */
function edgesIn({ x, y, scale, ...edges }: FrameWindow, { width, height }: Pick<PageArea, 'width' | 'height'>): ViewEdges {
  return {
    left: (Math.max(edges.left, 0) - x) / scale,
    top: (Math.max(edges.top, 0) - y) / scale,
    right: (Math.min(edges.right, width) - x) / scale,
    bottom: (Math.min(edges.bottom, height) - y) / scale,
  };
}

/** What the page's window shows of a frame, on the page. */
function shownOf({ left, top, right, bottom }: FrameWindow, view: PageArea): PageArea[] {
  const [x, y] = [Math.ceil(Math.max(left, 0)), Math.ceil(Math.max(top, 0))];
  const [width, height] = [Math.floor(Math.min(right, view.width)) - x, Math.floor(Math.min(bottom, view.height)) - y];
  return width > 1 && height > 1 ? [{ x: view.x + x, y: view.y + y, width, height }] : [];
}

/** The place of a point of a frame's window on the page. */
function onPage(
  point: { readonly x: number; readonly y: number },
  { x, y, scale }: FrameWindow,
  view: { readonly x: number; readonly y: number },
) {
  return { x: view.x + x + point.x * scale, y: view.y + y + point.y * scale };
}
