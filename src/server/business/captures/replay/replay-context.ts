import type { BrowserContext } from 'playwright-core';
import type { CaptureDevice } from '../../../../domain/business/rules/capture.ts';
import { contextOptions } from '../browser/launch.ts';
import { openRefuser } from '../browser/refuser.ts';
import { openStage, type ReplayStage } from './replay-page.ts';

/** The browser context of one replay, without a network. */
export interface ReplayContext {
  readonly stage: ReplayStage;
  /** Connections that were attempted and refused. */
  attempts(): number;
  /** Later requests are refused as well. */
  close(): Promise<void>;
}

/**
 * Opens a separate context in the browser that captures. The browser isolates contexts as it does profiles: each has its own cookies,
 * caches, storage, workers and connections, no process ever renders pages of two, and no script can reach another context. Its proxy is
 * separate too, and ends every connection.
 */
export async function openReplayContext(
  capturing: BrowserContext,
  { begunAt, device }: { readonly begunAt: Date; readonly device: CaptureDevice },
): Promise<ReplayContext> {
  const browser = capturing.browser();
  if (!browser) throw new Error('a browser without room for a second context');
  const refuser = await openRefuser();
  try {
    const context = await browser.newContext({ ...contextOptions(device, browser.version()), proxy: { server: refuser.proxy } });
    await context.grantPermissions([]);
    return { stage: await openStage(context, begunAt, device), attempts: refuser.attempts, close: refuser.close };
  } catch (error) {
    await refuser.close();
    throw error;
  }
}
