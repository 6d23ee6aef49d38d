import { useEffect, useSyncExternalStore } from 'react';

type Controls = typeof import('./filter-controls.tsx');

let loaded: Controls | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Loads the filters' antd controls; a failure is tried again by the next list. */
export function loadFilterControls(): Promise<void> {
  loading ??= load().catch(() => {
    loading = undefined;
  });
  return loading;
}

async function load(): Promise<void> {
  loaded = await import('./filter-controls.tsx');
  for (const listener of listeners) listener();
}

/** The controls once they have come; asked for after the first paint, so that they do not hold up the rows. */
export function useFilterControls(isWanted: boolean): Controls | undefined {
  useEffect(() => {
    if (!isWanted || loaded) return undefined;
    const timer = setTimeout(() => void loadFilterControls(), afterRowsMs);
    return () => clearTimeout(timer);
  }, [isWanted]);
  return useSyncExternalStore(subscribe, () => loaded);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const afterRowsMs = 60;
