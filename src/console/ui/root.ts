import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

let root: Root | undefined;

/** Puts a tree in the page's one root; the tree before it, or the skeleton, goes. */
export function render(tree: ReactNode): void {
  const host = document.querySelector('#root');
  if (!host) throw new Error('the page has no #root');
  root ??= createRoot(host);
  root.render(tree);
}
