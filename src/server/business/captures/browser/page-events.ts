import type { BrowserContext, Page } from 'playwright-core';
import type { CaptureLog } from './capture-log.ts';

/**
 * Closes popups and downloads, dismisses dialogs and logs errors, so that none of them blocks the capture.
 * @param keepsDownloads leaves downloads to the caller.
 */
export function notePageEvents(context: BrowserContext, page: Page, log: CaptureLog, keepsDownloads = false): PageEvents {
  let hasServiceWorker = false;
  const said: string[] = [];
  const pushing = new Set<object>();
  context.on('page', (popup) => {
    log.note('popup', { url: popup.url() });
    popup.close().catch(() => undefined);
  });
  page.on('dialog', (dialog) => {
    log.note('dialog', { kind: dialog.type(), message: dialog.message().slice(0, 1000) });
    if (dialog.type() !== 'beforeunload') said.push(dialog.message());
    dialog.dismiss().catch(() => undefined);
  });
  page.on('download', (download) => {
    log.note('download', { url: download.url().slice(0, 4096), name: download.suggestedFilename() });
    if (!keepsDownloads) download.cancel().catch(() => undefined);
  });
  page.on('pageerror', (error) => log.note('script-error', { message: error.message.slice(0, 1000) }));
  page.on('console', (message) => {
    // What the browser driver says in place of a registration.
    hasServiceWorker ||= message.text().startsWith('Service Worker registration blocked by Playwright');
  });
  page.on('console', (message) => message.type() === 'error' && log.note('console-error', { message: message.text().slice(0, 1000) }));
  page.on('websocket', (socket) => {
    log.note('websocket', { url: socket.url().slice(0, 4096) });
    socket.on('framereceived', () => pushing.add(socket));
  });
  // Its answer goes on; one that ended is in the archive.
  page.on('response', (response) => {
    if (response.request().resourceType() === 'eventsource' && response.ok()) pushing.add(response.request());
  });
  page.on('requestfinished', (request) => void pushing.delete(request));
  page.on('framenavigated', (frame) => log.note('navigated', { url: frame.url().slice(0, 4096), isMain: frame === page.mainFrame() }));
  return { hasServiceWorker: () => hasServiceWorker, said: () => said, isPushed: () => pushing.size > 0 };
}

export interface PageEvents {
  /** Whether the page wanted to register a service worker. */
  hasServiceWorker(): boolean;
  /** The words of dialogs, which were dismissed. */
  said(): readonly string[];
  /** Whether data were pushed to the page, which the archive lacks. */
  isPushed(): boolean;
}
