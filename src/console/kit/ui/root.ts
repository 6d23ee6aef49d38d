import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

let root: Root | undefined;

/** Renders a tree into the page's only root; replaces the previous tree, or the skeleton. */
export function render(tree: ReactNode): void {
  const host = document.querySelector('#root');
  if (!host) throw new Error('the page has no #root');
  root ??= createRoot(host);
  root.render(tree);
}
