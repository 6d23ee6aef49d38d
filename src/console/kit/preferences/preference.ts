import { createEmitter } from '../net/emitter.ts';
import { shared } from '../storage/storage.ts';

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
  return {
    values,
    current: () => {
      const stored = shared.getItem(key);
      return values.find((value) => value === stored) ?? values[0];
    },
    choose(value) {
      shared.setItem(key, value);
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
