import { createEmitter } from '../net/emitter.ts';

/** Whether single keys work on this device. Keys with Ctrl, and Esc, always do. */
const place = 'single-keys';
const changed = createEmitter();

export const keysSetting = {
  isOn: (): boolean => localStorage.getItem(place) !== 'off',
  turn(isOn: boolean): void {
    if (isOn) localStorage.removeItem(place);
    else localStorage.setItem(place, 'off');
    changed.emit();
  },
  subscribe: changed.subscribe,
};
