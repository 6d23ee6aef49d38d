import { useEffect, useState, useSyncExternalStore } from 'react';

type Controls = typeof import('./filter-controls.tsx');

let loaded: Controls | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Loads the antd controls of the filters; after a failure, the next list tries again. */
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

/**
 * The controls once they are loaded and `isWanted`. They load after the rows are painted, so that neither loading nor building antd's
 * controls delays these. Once shown, they stay.
 */
export function useFilterControls(isWanted: boolean): Controls | undefined {
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    if (!isWanted || isTime) return undefined;
    const timer = setTimeout(() => {
      setTime(true);
      void loadFilterControls();
    }, afterRowsMs);
    return () => clearTimeout(timer);
  }, [isWanted, isTime]);
  const controls = useSyncExternalStore(subscribe, () => loaded);
  return isTime ? controls : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const afterRowsMs = 50;
