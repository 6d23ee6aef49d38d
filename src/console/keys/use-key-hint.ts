import { useSyncExternalStore } from 'react';
import { keysSetting } from './keys-setting.ts';

/** Whether single keys act now. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(keysSetting.subscribe, keysSetting.isOn);
}

/** What is added to the words of a button that a single key presses; nothing while those are switched off. */
export function useKeyHint(): (key: string) => string {
  const isOn = useSingleKeys();
  return (key) => (isOn ? `（${key}）` : '');
}
