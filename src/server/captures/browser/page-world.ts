import type { CDPSession } from 'playwright-core';

/** Runs our scripts in an isolated world of the page, where built-in functions are the browser's own whatever the page replaced. */
export interface PageWorld {
  readonly measured: () => Promise<Measured>;
  /** Scrolls down to `maxHeight`, so that lazy images load, and back to the top. */
  readonly scrollThrough: (maxHeight: number) => Promise<void>;
  /** Waits until images on the page are loaded or failed, at most `patienceMs`. */
  readonly picturesLoaded: (patienceMs: number) => Promise<void>;
  /** The page's current HTML, with its doctype. */
  readonly html: () => Promise<string>;
}
export interface Measured {
  readonly title: string;
  readonly text: string;
  readonly sources: readonly string[];
}

export async function enterPage(session: CDPSession): Promise<PageWorld> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'evidence' });
  const ask = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  return {
    measured: async () => (await ask(measure)) as Measured,
    scrollThrough: async (maxHeight) => void (await ask(`(${scroll})(${maxHeight})`)),
    picturesLoaded: async (patienceMs) => void (await ask(`(${pictures})(${patienceMs})`)),
    html: async () => String(await ask(source)),
  };
}

const measure = `({
  title: document.title,
  text: (document.body?.innerText ?? '').slice(0, 20000),
  sources: [...document.querySelectorAll('script[src], iframe[src], frame[src]')].slice(0, 1000).map((element) => String(element.src)),
})`;

// A page that grows while it is scrolled is scrolled to the limit and no further.
const scroll = `async (maxHeight) => {
  const step = Math.max(200, window.innerHeight - 50);
  const frame = () => new Promise((resolve) => {
    const timer = setTimeout(resolve, 60);
    requestAnimationFrame(() => { clearTimeout(timer); resolve(); });
  });
  const height = () => Math.min(maxHeight, Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0));
  for (let y = 0; y < height(); y += step) { window.scrollTo({ top: y, behavior: 'instant' }); await frame(); }
  window.scrollTo({ top: 0, behavior: 'instant' });
  await frame();
}`;

const pictures = `(patienceMs) => Promise.race([
  Promise.all([...document.images].filter((image) => !image.complete && image.getClientRects().length > 0)
    .map((image) => new Promise((resolve) => { image.addEventListener('load', resolve); image.addEventListener('error', resolve); })))
    .then(() => document.fonts.ready).then(() => undefined),
  new Promise((resolve) => setTimeout(resolve, patienceMs)),
])`;

const source = `(document.doctype ? new XMLSerializer().serializeToString(document.doctype) + '\\n' : '')
  + document.documentElement.outerHTML`;
