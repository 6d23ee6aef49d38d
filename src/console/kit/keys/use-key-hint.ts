import { useSyncExternalStore } from 'react';
import { keysSetting } from './keys-setting.ts';

/** Whether single keys work at present. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(keysSetting.subscribe, keysSetting.isOn);
}

/** Returns the suffix for the label of a button that a single key presses; empty while single keys are off. */
export function useKeyHint(): (key: string) => string {
  const isOn = useSingleKeys();
  return (key) => (isOn ? `（${key}）` : '');
}
