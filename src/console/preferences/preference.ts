import { createEmitter } from '../net/emitter.ts';

/** A setting of this browser: shared by all its tabs, and available before anybody signs in. */
export interface Preference<Value extends string> {
  readonly values: readonly [Value, ...Value[]];
  current(): Value;
  choose(value: Value): void;
  subscribe(listener: () => void): () => void;
}

/** @param values the first is the default, also if the storage holds an unknown value. */
export function preference<Value extends string>(key: string, values: readonly [Value, ...Value[]]): Preference<Value> {
  const changed = createEmitter();
  /** The choice in a browser that refuses storage. */
  let unstored: Value | undefined;
  return {
    values,
    current: () => {
      const stored = unstored ?? storedText(key);
      return values.find((value) => value === stored) ?? values[0];
    },
    choose(value) {
      try {
        localStorage.setItem(key, value);
        unstored = undefined;
      } catch {
        unstored = value; // lasts as long as this page
      }
      changed.emit();
    },
    subscribe(listener) {
      const stop = changed.subscribe(listener);
      const ofOtherTab = (event: StorageEvent) => (event.key === key || event.key === null) && listener();
      addEventListener('storage', ofOtherTab);
      return () => {
        stop();
        removeEventListener('storage', ofOtherTab);
      };
    },
  };
}

function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
