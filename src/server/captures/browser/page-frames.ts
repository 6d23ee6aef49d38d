import type { CDPSession } from 'playwright-core';
import { enterPage, type PageWorld, type Walk } from './page-world.ts';

/** As the browser names the frames of a page. */
export interface FrameTree {
  readonly frame: { readonly id: string; readonly securityOrigin: string };
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

/** The frames of the page. The browser runs all of them in its process (launch.ts). */
export async function enterFrames(session: CDPSession): Promise<EnteredFrame[]> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const entered = await Promise.all(
    framesIn(frameTree)
      .slice(0, 20)
      .map(async (place) => {
        const world = await enterPage(session, place.id).catch(() => null);
        return world ? [{ ...place, world }] : [];
      }),
  );
  return entered.flat();
}

/** Walks every frame while it stands in the window: in a frame beyond it nothing comes into view. */
export async function walkFrames(session: CDPSession, way: Walk): Promise<void> {
  for (const frame of await enterFrames(session)) {
    const looks = await frame.world.looksAtScrolling();
    const dwellMs = looks ? way.dwellMs : 0;
    const owners = await Promise.all([...frame.within.slice(1), frame.id].map((id, at) => ownerOf(session, id, frame.within[at] ?? '')));
    const shown: FrameOwner[] = [];
    for (const owner of owners) if (owner && (await owner.call('show').catch(() => null)) !== null) shown.push(owner);
    // A frame taller than the window is shown view by view.
    const views = looks && shown.length === 1 ? Number(await shown[0]?.call('views').catch(() => 1)) : 1;
    for (let view = 1; view < views; view += 1) {
      await frame.world.rest(dwellMs);
      await shown[0]?.call('next').catch(() => undefined);
    }
    await frame.world.rest(dwellMs);
    await frame.world.walk({ ...way, dwellMs });
    for (const owner of shown.toReversed()) await owner.call('back').catch(() => undefined);
  }
}

export interface FrameOwner {
  readonly backendNodeId: number;
  /** Calls a function of page-scripts.ts with the element. */
  call(name: 'show' | 'views' | 'next' | 'back' | 'isShown'): Promise<unknown>;
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
