import type { CDPSession } from 'playwright-core';
import { enterPage, isLeft, type PageWorld, type Walk } from './page-world.ts';

/** As the browser names the frames of a page. */
export interface FrameTree {
  readonly frame: { readonly id: string; readonly loaderId: string; readonly securityOrigin: string };
  readonly childFrames?: readonly FrameTree[];
}

/** A frame of a page, and the frames that it lies in, from the page's own on. */
export interface FramePlace {
  readonly id: string;
  readonly within: readonly string[];
}

/** A frame of a page, and the world of its scripts. */
export interface EnteredFrame extends FramePlace {
  readonly world: PageWorld;
}

/** Of a frame, without itself. */
export function framesIn({ frame, childFrames = [] }: FrameTree, above: readonly string[] = []): FramePlace[] {
  const within = [...above, frame.id];
  return childFrames.flatMap((child) => [{ id: child.frame.id, within }, ...framesIn(child, within)]);
}

/** The frames of the page, up to `mostFrames`. The browser runs all of them in its process (launch.ts). */
export async function enterFrames(session: CDPSession): Promise<EnteredFrame[]> {
  return enterAll(session, framesIn(await frameTree(session)));
}

async function frameTree(session: CDPSession): Promise<FrameTree> {
  return (await session.send('Page.getFrameTree')).frameTree;
}

async function enterAll(session: CDPSession, places: readonly FramePlace[]): Promise<EnteredFrame[]> {
  const entered = await Promise.all(
    places.slice(0, mostFrames).map(async (place) => {
      const world = await enterPage(session, place.id).catch(() => null);
      return world ? [{ ...place, world }] : [];
    }),
  );
  return entered.flat();
}

/**
 * Walks every frame while it stands in the window: in a frame beyond it nothing comes into view. A frame that leaves its document meanwhile
 * is let go; a page that does is not.
 * @param until of `performance.now()`.
 * @returns how many frames were not walked, or not to their end, for want of time or because there are too many.
 */
export async function walkFrames(session: CDPSession, way: Omit<Walk, 'patienceMs'>, until: number): Promise<number> {
  const page = await frameTree(session);
  const places = framesIn(page);
  const letGo = async (error: unknown): Promise<void> => {
    if (!isLeft(error) || (await frameTree(session)).frame.loaderId !== page.frame.loaderId) throw error;
  };
  const tooMany = Math.max(0, places.length - mostFrames);
  let waiting: readonly EnteredFrame[] = await enterAll(session, places);
  while (waiting.length > 0) {
    const patienceMs = until - performance.now();
    if (patienceMs <= 0) break;
    const together = await walkTogether(session, waiting, { ...way, patienceMs }, letGo).catch(letGo);
    // Time that ends in a group cuts it short.
    if (performance.now() >= until) break;
    waiting = waiting.filter((frame, at) => at > 0 && !together?.includes(frame));
  }
  return tooMany + waiting.length;
}

/** Walks the first of some frames, and those that stand whole in the window beside it. @returns these. */
async function walkTogether(
  session: CDPSession,
  [first, ...others]: readonly EnteredFrame[],
  way: Walk,
  letGo: (error: unknown) => Promise<void>,
): Promise<EnteredFrame[]> {
  if (!first) return [];
  const until = performance.now() + way.patienceMs;
  const looks = await first.world.looksAtScrolling();
  const dwellMs = looks ? way.dwellMs : 0;
  const owners = await Promise.all([...first.within.slice(1), first.id].map((id, at) => ownerOf(session, id, first.within[at] ?? '')));
  const shown: FrameOwner[] = [];
  for (const owner of owners) if (owner && (await owner.call('show').catch(() => null)) !== null) shown.push(owner);
  try {
    // A frame taller than the window is shown view by view.
    const views = looks && shown.length === 1 ? Number(await shown[0]?.call('views').catch(() => 1)) : 1;
    for (let view = 1; view < views && performance.now() < until; view += 1) {
      await first.world.rest(dwellMs);
      await first.world.note().catch(letGo);
      await shown[0]?.call('next').catch(() => undefined);
    }
    const beside = looks && views === 1 ? await framesBeside(session, first, others.slice(0, 20)) : [];
    const walk = async ({ world }: EnteredFrame): Promise<void> => {
      await world.rest(dwellMs);
      await world.walk({ ...way, dwellMs, patienceMs: until - performance.now() });
    };
    await Promise.all([first, ...beside].map(async (frame) => walk(frame).catch(letGo)));
    return beside;
  } finally {
    for (const owner of shown.toReversed()) await owner.call('back').catch(() => undefined);
  }
}

/** Of some frames, those in the same frame or page as a first one that stand whole in the window now. */
async function framesBeside(session: CDPSession, { within }: FramePlace, others: readonly EnteredFrame[]): Promise<EnteredFrame[]> {
  const siblings = others.filter((other) => other.within.at(-1) === within.at(-1));
  const areWhole = await Promise.all(
    siblings.map(async ({ id }) => {
      const owner = await ownerOf(session, id, within.at(-1) ?? '');
      return owner !== null && (await owner.call('isWhole').catch(() => false)) === true;
    }),
  );
  return siblings.filter((_, at) => areWhole[at]);
}

/** More frames than pages of people have; each takes some milliseconds. */
const mostFrames = 100;

export interface FrameOwner {
  readonly backendNodeId: number;
  /** Calls a function of page-scripts.ts with the element. */
  call(name: 'show' | 'views' | 'next' | 'back' | 'isShown' | 'isWhole' | 'place'): Promise<unknown>;
}

/** The element that shows a frame, in our world of the frame above; null if there is none any more. */
export async function ownerOf(session: CDPSession, frameId: string, parentId: string): Promise<FrameOwner | null> {
  try {
    const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId });
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: parentId, worldName: 'evidence' });
    const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId });
    const { objectId } = object;
    if (objectId === undefined) return null;
    return {
      backendNodeId,
      call: async (name) =>
        (
          await session.send('Runtime.callFunctionOn', {
            objectId,
            functionDeclaration: `function () { return seen.frames.${name}(this); }`,
            awaitPromise: true,
            returnByValue: true,
          })
        ).result.value as unknown,
    };
  } catch {
    return null;
  }
}
