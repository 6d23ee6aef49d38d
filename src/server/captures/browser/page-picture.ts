import type { CDPSession } from 'playwright-core';
import { enterPage, type PageWorld } from './page-world.ts';

/** How long the network must be idle before the page counts as loaded, before and after scrolling through it. */
export interface Patience {
  readonly beforeMs: number;
  readonly afterMs: number;
}

/** Scrolls through an opened page until its content is loaded. */
export async function settlePage(
  session: CDPSession,
  quiet: (quietMs: number, patienceMs: number) => Promise<void>,
  maxHeight: number,
  { beforeMs, afterMs }: Patience = { beforeMs: 250, afterMs: 150 },
): Promise<PageWorld> {
  await quiet(beforeMs, 5000);
  await (await enterPage(session)).scrollThrough(maxHeight);
  await quiet(afterMs, 10_000);
  // The page may have navigated meanwhile, so its world is entered again.
  const world = await enterPage(session);
  await world.picturesLoaded(5000);
  return world;
}

/** A picture of the whole page, and its size in CSS pixels. */
export interface PagePicture {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
  /** Height of the page, which may exceed that of the picture. */
  readonly pageHeight: number;
}

/**
 * Optimised for speed: a picture of text gets a quarter larger and takes half the time. The replay uses the same encoding, so that equal
 * content gives equal bytes.
 */
export async function takePicture(session: CDPSession, maxHeight: number): Promise<PagePicture> {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const width = Math.ceil(Math.min(Math.max(cssContentSize.width, 1366), widestPicture));
  const height = Math.ceil(Math.min(Math.max(cssContentSize.height, 900), maxHeight));
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    captureBeyondViewport: true,
    optimizeForSpeed: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  return { png: Buffer.from(data, 'base64'), width, height, pageHeight: Math.ceil(cssContentSize.height) };
}

/** The greatest width of a picture. */
export const widestPicture = 4096;
