import { limits } from '../../../domain/business/codes/limits.ts';

/**
 * Prints one part of the page through a hidden frame, so that nothing else of the console is printed. The copy has the page's styles and no
 * scripts. Resolves after the print dialog was requested. The frame is removed after printing, or after `downloadFrameMs`.
 */
export async function printRegion(region: HTMLElement, title: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('aria-hidden', 'true');
  // The frame has no scripts; this page, of the same origin, calls print. Not `display: none`, because browsers print such a frame blank.
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  Object.assign(frame.style, { position: 'fixed', right: '0', bottom: '0', width: '0', height: '0', border: '0', visibility: 'hidden' });
  document.body.append(frame);
  const { contentDocument: frameDocument, contentWindow: frameWindow } = frame;
  if (!frameDocument || !frameWindow) {
    frame.remove();
    throw new Error('the browser gave no frame to print from');
  }
  frameDocument.title = title;
  frameDocument.documentElement.lang = document.documentElement.lang;
  const styles = [...document.querySelectorAll<HTMLElement>('style, link[rel="stylesheet"]')].map((style) =>
    frameDocument.importNode(style, true),
  );
  const loaded = styles.filter((style) => style.tagName === 'LINK').map(settled);
  frameDocument.head.append(...styles);
  const copy = frameDocument.importNode(region, true);
  const pictures = [...copy.querySelectorAll<HTMLElement>('img, iframe')].map(settled);
  frameDocument.body.append(copy);
  // The watermark names the operator on paper too, as on every page.
  for (const mark of document.querySelectorAll('.watermark')) frameDocument.body.append(frameDocument.importNode(mark, true));
  await Promise.all([...loaded, ...pictures, frameDocument.fonts.ready]);
  frameWindow.addEventListener('afterprint', () => setTimeout(() => frame.remove(), 0));
  setTimeout(() => frame.remove(), limits.downloadFrameMs);
  frameWindow.focus();
  frameWindow.print();
}

/** Waits for loading content. An image or frame that fails to load does not block the rest. */
function settled(element: HTMLElement): Promise<void> {
  if ('complete' in element && element.complete === true) return Promise.resolve();
  return new Promise((resolve) => {
    element.addEventListener('load', () => resolve(), { once: true });
    element.addEventListener('error', () => resolve(), { once: true });
  });
}
