import type { BrowserContext } from 'playwright-core';
import { contextOptions } from '../browser/launch.ts';
import { openRefuser } from './refuser.ts';
import { openStage, type ReplayStage } from './replay-page.ts';

/** Where one replay happens, without a network. */
export interface ReplayContext {
  readonly stage: ReplayStage;
  /** Connections that it asked for in vain. */
  attempts(): number;
  /** What it asks for from then on is refused as well. */
  close(): Promise<void>;
}

/**
 * A context of its own in the browser that captures. The browser keeps contexts apart as it does people's profiles: cookies, caches,
 * storage, workers and connections are each one's own, no process ever shows pages of two, and no script names what is in another. Its way
 * out is its own too, and ends every connection.
 */
export async function openReplayContext(capturing: BrowserContext, begunAt: Date): Promise<ReplayContext> {
  const browser = capturing.browser();
  if (!browser) throw new Error('a browser without room for a second context');
  const refuser = await openRefuser();
  try {
    const context = await browser.newContext({ ...contextOptions, proxy: { server: refuser.proxy } });
    await context.grantPermissions([]);
    return { stage: await openStage(context, begunAt), attempts: refuser.attempts, close: refuser.close };
  } catch (error) {
    await refuser.close();
    throw error;
  }
}
