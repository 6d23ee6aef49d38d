import { createEmitter } from '../net/emitter.ts';

/** A choice of this browser: the same in all of its tabs, and there before anybody signs in. */
export interface Preference<Value extends string> {
  readonly values: readonly [Value, ...Value[]];
  current(): Value;
  choose(value: Value): void;
  subscribe(listener: () => void): () => void;
}

/** @param values the first is what holds until something is chosen, and where the storage holds nothing that is known. */
export function preference<Value extends string>(key: string, values: readonly [Value, ...Value[]]): Preference<Value> {
  const changed = createEmitter();
  /** Of a browser that lets nothing be stored. */
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
        unstored = value; // holds as long as this page stands
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
