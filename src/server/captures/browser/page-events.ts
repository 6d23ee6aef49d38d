import type { BrowserContext, Page } from 'playwright-core';
import type { CaptureLog } from './capture-log.ts';

/**
 * Closes popups and downloads, dismisses dialogs and logs errors, so that none of them blocks the capture.
 * @param keepsDownloads leaves downloads to the caller.
 */
export function notePageEvents(context: BrowserContext, page: Page, log: CaptureLog, keepsDownloads = false): PageEvents {
  let hasServiceWorker = false;
  context.on('page', (popup) => {
    log.note('popup', { url: popup.url() });
    popup.close().catch(() => undefined);
  });
  page.on('dialog', (dialog) => {
    log.note('dialog', { kind: dialog.type(), message: dialog.message().slice(0, 1000) });
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
  page.on('websocket', (socket) => log.note('websocket', { url: socket.url().slice(0, 4096) }));
  page.on('framenavigated', (frame) => log.note('navigated', { url: frame.url().slice(0, 4096), isMain: frame === page.mainFrame() }));
  return { hasServiceWorker: () => hasServiceWorker };
}

export interface PageEvents {
  /** Whether the page wanted to register a service worker. */
  hasServiceWorker(): boolean;
}
