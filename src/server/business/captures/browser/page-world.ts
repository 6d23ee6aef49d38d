import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import * as scripts from './page-scripts.ts';
import { lookAt } from './view-scripts.ts';

/** Runs our scripts in an isolated world of a frame, where built-in functions are the browser's own whatever the page replaced. */
export interface PageWorld {
  /** Waits until fonts are loaded, the DOM is still, nothing fades and no spinner turns; at most `patienceMs`. */
  readonly still: (quietMs: number, patienceMs: number) => Promise<void>;
  /** Scrolls the window and every box that scrolls in itself, down and back to the top. @returns the height that it walked through. */
  readonly walk: (way: Walk) => Promise<number>;
  /** Lets the page be for a while, at least until it was drawn. */
  readonly rest: (ms: number) => Promise<void>;
  /** Whether anything of the page was drawn yet. */
  readonly isPainted: () => Promise<boolean>;
  /** Of the page, in CSS pixels. */
  readonly height: () => Promise<number>;
  /** Waits until images on the page are loaded or failed, and animations that end have ended; at most `patienceMs`. */
  readonly picturesLoaded: (patienceMs: number) => Promise<void>;
  readonly measured: () => Promise<Measured>;
  /** The page's current HTML, with its doctype. */
  readonly html: () => Promise<string>;
  /** Shows what the browser skips outside the window, and moves bars fixed to its lower edge to the end of the page. */
  readonly unfold: () => Promise<void>;
  /** Opens every box that scrolls in itself. @returns how many are still not whole. */
  readonly expand: () => Promise<number>;
  /** As scrolling would: what comes into view by its place is looked for then, and a window that shows everything is not scrolled. */
  readonly tellScrolled: () => Promise<void>;
  /**
   * Scrolls the window to a place, into its middle if a height less than the window's is given, and leaves what is fixed to it where it
   * stood. @returns the part of the page in the window.
   */
  readonly lookAt: (x: number, y: number, height?: number | null) => Promise<PageArea>;
  /** Notes what is seen in the window, for a frame whose window the one around it moves. */
  readonly note: () => Promise<void>;
  /** The place of the next of what the walk saw and hides beyond the window. @returns null if none is left in the area. */
  readonly aimAtHidden: (area: Pick<PageArea, 'y' | 'height'>) => Promise<HiddenPlace | null>;
  /** Waits until what was aimed at is seen. @returns the pieces of all that is seen, in the window. */
  readonly takeHidden: (view: ViewEdges) => Promise<readonly PageArea[]>;
  /** Waits until what was seen in a part of the window before is seen again. */
  readonly rested: (view: ViewEdges) => Promise<void>;
  /** How much that the walk saw down to a height hides beyond the window, and was not seen again. */
  readonly hiddenLeft: (height: number) => Promise<number>;
  /** Keeps pieces of a picture of the window: for the next picture, or for all. @param png in base64. */
  readonly keepView: (png: string, view: PageArea, pieces: readonly PageArea[], stays?: boolean) => Promise<void>;
  /** Scrolls back, and lays the kept pieces over their places, if there are any. @returns whether any are; whether it scrolled. */
  readonly cover: () => Promise<{ readonly isPasted: boolean; readonly isMoved: boolean }>;
  readonly uncover: () => Promise<void>;
  /** Whether the page looks at how far it is scrolled. */
  readonly looksAtScrolling: () => Promise<boolean>;
}

/** A rectangle of a page, in CSS pixels. */
export interface PageArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** In CSS pixels of a document; the height is null for what is seen at this place of the window only. */
export interface HiddenPlace {
  readonly x: number;
  readonly y: number;
  readonly height: number | null;
}

/** What can be seen of the window of a page or a frame, in its CSS pixels. */
export interface ViewEdges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Walk {
  /** Where it begins; boxes are walked only from 0 on. In CSS pixels, as the next. */
  readonly from: number;
  readonly maxHeight: number;
  /** How long each view stays, for what loads on scroll. */
  readonly dwellMs: number;
  readonly patienceMs: number;
}

export interface Measured {
  readonly title: string;
  readonly text: string;
  readonly sources: readonly string[];
  /** Boxes that scroll in themselves. */
  readonly boxes: number;
  /** Whether views of the walk are no longer in the page: the page replaces its content while it is scrolled. */
  readonly isReplaced: boolean;
  /** Whether a box as high as the window holds more than it shows and cannot be scrolled. */
  readonly isClipped: boolean;
  /** Images that are still without content. */
  readonly lazyLeft: number;
  /** Frames that are. */
  readonly lazyFrames: number;
  /** Addresses of images that were answered with something else. */
  readonly broken: readonly string[];
  /** Texts that are cut short, with a button for the rest. */
  readonly folded: number;
  /** Stylesheets that turn the document into a page, and that the browser does not ask for. */
  readonly unstyled: number;
  readonly isCovered: boolean;
  readonly playing: number;
  /** Whether anything is seen that may move: a change of a moment ago, an animation, a film, a canvas. */
  readonly isAlive: boolean;
  /** Characters that the browser has no glyph for. */
  readonly withoutGlyph: readonly string[];
}

/** To be called before an address is opened: hides from its page that the window changes its size while a picture is taken. */
export async function keepSize(session: CDPSession): Promise<void> {
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.keepSize, worldName });
}

const worldName = 'evidence';

export async function enterPage(session: CDPSession, frameId?: string): Promise<PageWorld> {
  const frame = frameId ?? (await session.send('Page.getFrameTree')).frameTree.frame.id;
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frame, worldName });
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const hasTimers = Boolean((await evaluate(scripts.install)) ?? (await findTimers(evaluate)));
  const ask = hasTimers ? evaluate : async (expression: string) => turning(evaluate, expression);
  return {
    still: async (quietMs, patienceMs) => void (await ask(`(${scripts.still})(${quietMs}, ${patienceMs})`)),
    walk: async (way) => Number(await ask(`(${scripts.walk})(${JSON.stringify(way)})`)),
    rest: async (ms) => void (await ask(`seen.frame().then(() => seen.pause(${ms}))`)),
    isPainted: async () => Boolean(await ask("performance.getEntriesByType('paint').length > 0")),
    height: async () => Number(await ask(scripts.height)),
    picturesLoaded: async (patienceMs) => void (await ask(`(${scripts.pictures})(${patienceMs})`)),
    measured: async () => (await ask(`(${scripts.measure})()`)) as Measured,
    html: async () => String(await ask(scripts.source)),
    unfold: async () => void (await ask(`(${scripts.unfold})()`)),
    expand: async () => Number(await ask(`(${scripts.expand})()`)),
    tellScrolled: async () =>
      void (await ask("seen.frame().then(() => void document[own.dispatchEvent](new Event('scroll', { bubbles: true })))")),
    lookAt: async (x, y, height = null) => (await ask(`(${lookAt})(${x}, ${y}, ${height ?? 'Infinity'})`)) as PageArea,
    note: async () => void (await ask('seen.views.note()')),
    aimAtHidden: async (area) => (await ask(`seen.views.aim(${JSON.stringify(area)})`)) as HiddenPlace | null,
    takeHidden: async (view) => (await ask(`seen.views.take(${JSON.stringify(view)})`)) as readonly PageArea[],
    rested: async (view) => void (await ask(`seen.views.rest(${JSON.stringify(view)})`)),
    hiddenLeft: async (height) => Number(await ask(`(${scripts.hiddenLeft})(${height})`)),
    keepView: async (png, view, pieces, stays = false) =>
      void (await ask(`(${scripts.keepView})('${png}', ${JSON.stringify(view)}, ${JSON.stringify(pieces)}, ${stays})`)),
    cover: async () => (await ask(`(${scripts.cover})()`)) as { isPasted: boolean; isMoved: boolean },
    uncover: async () => void (await ask(`(${scripts.uncover})()`)),
    looksAtScrolling: async () => Boolean(await ask(`(${scripts.lazy})()`)) || (await hasScrollListeners(session, frame)),
  };
}

type Evaluate = (expression: string) => Promise<unknown>;

/** A document whose scripts are off, for example by `sandbox`, runs no timers of ours either. Notes in the world whether this one does. */
async function findTimers(evaluate: Evaluate): Promise<boolean> {
  const run = evaluate('new Promise((resolve) => setTimeout(resolve, 0, true))');
  const found = await Promise.race([run, sleep(timersMs, false)]);
  run.catch(() => undefined);
  return Boolean(await evaluate(`seen.hasTimers ??= ${String(Boolean(found))}`));
}

/** A busy page may be taken for one without timers, which is only slower. */
const timersMs = 1000;

/** Calls what waits in the page from here. */
async function turning(evaluate: Evaluate, expression: string): Promise<unknown> {
  const turns = setInterval(() => void evaluate('seen.turn()').catch(() => undefined), 25);
  try {
    return await evaluate(expression);
  } finally {
    clearInterval(turns);
  }
}

/** Whether a document was left while a script ran in it, or one of its nodes was looked for. */
export function isLeft(error: unknown): boolean {
  return error instanceof Error && leftWords.test(error.message);
}

const leftWords = /context|navigat|Target closed|frame (?:was|with|for)|no node|belong to the document|Inspected target/i;

/** Whether window, document or body listen to scrolling, or the page observes intersections. Listeners belong to the page's own world. */
async function hasScrollListeners(session: CDPSession, frameId: string): Promise<boolean> {
  const contextId = await ownContext(session, frameId);
  const within = contextId === undefined ? {} : { contextId };
  for (const expression of ['window', 'document', "Document.prototype.querySelector.call(document, 'body')"]) {
    const { result } = await session.send('Runtime.evaluate', { expression, ...within });
    if (!result.objectId) continue;
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
    if (listeners.some(({ type }) => /^(?:scroll|wheel|touchmove)$/.test(type))) return true;
  }
  const { result: own } = await session.send('Runtime.evaluate', { expression: 'IntersectionObserver.prototype', ...within });
  if (!own.objectId) return false;
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: own.objectId });
  if (!objects.objectId) return false;
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  return Number(result.value) > 0;
}

/** The world of the page's own scripts in a frame; undefined if it has none. */
async function ownContext(session: CDPSession, frameId: string): Promise<number | undefined> {
  let found: number | undefined;
  const note = ({ context }: { context: { id: number; auxData?: object } }): void => {
    const { isDefault, frameId: of } = (context.auxData ?? {}) as { isDefault?: boolean; frameId?: string };
    if (isDefault === true && of === frameId) found = context.id;
  };
  session.on('Runtime.executionContextCreated', note);
  // Names the contexts that exist before it answers.
  await session.send('Runtime.enable');
  await session.send('Runtime.disable');
  session.off('Runtime.executionContextCreated', note);
  return found;
}
