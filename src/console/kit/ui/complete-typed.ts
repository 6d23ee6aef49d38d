import type { KeyboardEvent } from 'react';
import { typedTime } from '../../../domain/kit/text/typed-day.ts';

/**
 * Completes a day or a minute that was typed into a field of times, before its picker takes it: for `onKeyDownCapture` around the picker.
 * Not while it is typed, because seconds may follow. @param endOf tells whether the field is an end.
 */
export function completeTyped(endOf: (input: HTMLInputElement, around: HTMLElement) => boolean) {
  return ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): void => {
    if (!(target instanceof HTMLInputElement) || (key !== 'Enter' && key !== 'Tab')) return;
    const time = typedTime(target.value, endOf(target, currentTarget) ? 'end' : 'start');
    if (time === target.value) return;
    // React notices only values that its own setter of the element did not write.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, time);
    target.dispatchEvent(new Event('input', { bubbles: true }));
  };
}
