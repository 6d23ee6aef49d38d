/** Rings for everybody who listens. */
export function createEmitter() {
  const listeners = new Set<() => void>();
  return {
    tell(): void {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
