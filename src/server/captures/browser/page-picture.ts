import type { CDPSession } from 'playwright-core';
import { enterPage, type PageWorld } from './page-world.ts';

/** How long the network is to rest before the page counts as loaded, before it is walked through and after. */
export interface Patience {
  readonly beforeMs: number;
  readonly afterMs: number;
}

/** Walks through a page that was opened, until what it shows is there. */
export async function settlePage(
  session: CDPSession,
  quiet: (quietMs: number, patienceMs: number) => Promise<void>,
  maxHeight: number,
  { beforeMs, afterMs }: Patience = { beforeMs: 250, afterMs: 150 },
): Promise<PageWorld> {
  await quiet(beforeMs, 5000);
  await (await enterPage(session)).scrollThrough(maxHeight);
  await quiet(afterMs, 10_000);
  // The page may have gone elsewhere meanwhile: what follows looks at where it is now.
  const world = await enterPage(session);
  await world.picturesLoaded(5000);
  return world;
}

/** A picture of the whole page, and its measures in CSS pixels. */
export interface PagePicture {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
  /** Of the page, which may be longer than its picture. */
  readonly pageHeight: number;
}

/**
 * Packed quickly: a picture of text is a quarter larger for it and there in half the time. A replay that shows the same has the same bytes,
 * as long as both are packed alike.
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

/** No picture of a page is wider. */
export const widestPicture = 4096;
