import type { CDPSession } from 'playwright-core';
import { isLeft } from './page-world.ts';

interface TreeNode {
  readonly backendNodeId: number;
  readonly frameId?: string;
  readonly shadowRootType?: string;
  readonly shadowRoots?: readonly TreeNode[];
  readonly children?: readonly TreeNode[];
  readonly contentDocument?: TreeNode;
}

/** Hands the closed shadow roots of a page and its frames to our worlds in them: scripts cannot find those by themselves. */
export async function findClosedRoots(session: CDPSession): Promise<void> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  // Else every change of the page would be told from now on.
  await session.send('DOM.disable');
  for (const found of closedRoots(root, frameTree.frame.id)) {
    await enclose(session, found).catch((error: unknown) => {
      if (!isLeft(error)) throw error;
    });
  }
}

interface ClosedRoot {
  readonly backendNodeId: number;
  readonly frameId: string;
}

async function enclose(session: CDPSession, { backendNodeId, frameId }: ClosedRoot): Promise<void> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: 'evidence' });
  const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId });
  if (object.objectId === undefined) return;
  await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId,
    functionDeclaration: "function () { if (Object.hasOwn(globalThis, 'seen')) seen.enclose(this); }",
  });
}

function* closedRoots(node: TreeNode, frameId: string): Generator<ClosedRoot> {
  for (const root of node.shadowRoots ?? []) {
    if (root.shadowRootType === 'closed') yield { backendNodeId: root.backendNodeId, frameId };
    if (root.shadowRootType !== 'user-agent') yield* closedRoots(root, frameId);
  }
  for (const child of node.children ?? []) yield* closedRoots(child, frameId);
  if (node.contentDocument) yield* closedRoots(node.contentDocument, node.frameId ?? frameId);
}
