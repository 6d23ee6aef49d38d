/*
 * The browser's storages. Where it refuses them, or they are full, what is stored lasts as long as the page, and nothing throws.
 */

/** Shared by all tabs of this browser. */
export const shared = storage(() => localStorage);
/** Of this tab, until it is closed. */
export const ofTab = storage(() => sessionStorage);

/** Whether the browser stores nothing for this site: neither data nor cookies outlive the page. */
export function isRefused(): boolean {
  return !navigator.cookieEnabled || allowed(() => localStorage.length) === undefined;
}

export type Channel = Pick<BroadcastChannel, 'addEventListener' | 'postMessage' | 'close'>;

/** A channel to the other tabs; one that reaches nobody where the browser refuses that with its storages. */
export function openChannel(name: string): Channel {
  return allowed(() => new BroadcastChannel(name)) ?? Object.assign(new EventTarget(), { postMessage() {}, close() {} });
}

function storage(open: () => Storage) {
  /** What could not be stored. */
  const unstored = new Map<string, string>();
  return {
    getItem: (key: string): string | null => unstored.get(key) ?? allowed(() => open().getItem(key)) ?? null,
    setItem(key: string, value: string): void {
      unstored.set(key, value);
      allowed(() => {
        open().setItem(key, value);
        unstored.delete(key);
      });
    },
    removeItem(key: string): void {
      unstored.delete(key);
      allowed(() => open().removeItem(key));
    },
    keys: (): string[] => [...new Set([...unstored.keys(), ...(allowed(() => Object.keys(open())) ?? [])])],
  };
}

/** The result of what a browser may refuse; undefined if it does. */
function allowed<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
