import { createEmitter } from '../net/emitter.ts';
import { shared } from '../storage/storage.ts';

/** Whether single keys work on this device. Keys with Ctrl, and Esc, always do. */
const place = 'single-keys';
const changed = createEmitter();

export const keysSetting = {
  isOn: (): boolean => shared.getItem(place) !== 'off',
  turn(isOn: boolean): void {
    if (isOn) shared.removeItem(place);
    else shared.setItem(place, 'off');
    changed.emit();
  },
  subscribe: changed.subscribe,
};
