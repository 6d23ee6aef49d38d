import { useLayoutEffect, useRef } from 'react';
import { keysSetting } from './keys-setting.ts';

/** A key of a screen. */
export interface Key {
  /** A name as `keyName` gives it, or two in sequence with a space between them, such as `g h`. */
  readonly key: string;
  /** Its action in the list of keys behind ?; a key without one is an alias of another. */
  readonly act?: string;
  readonly run: () => unknown;
}

/** Keys under one heading of the list. */
export interface KeyGroup {
  readonly name: string;
  readonly keys: readonly Key[];
  /** These keys are inactive while a dialog covers the page. */
  readonly isOfPage?: boolean;
}

const groups = new Set<{ current: KeyGroup }>();
let prefix = { key: '', at: 0 };

/**
 * Single keys that work while the caller is mounted, but not while a field is being typed in. The latest caller takes precedence. They work
 * from the moment at which the caller is shown; after an ordinary effect, the first keys would be lost.
 */
export function useKeys(group: KeyGroup): void {
  const held = useRef(group);
  useLayoutEffect(() => {
    held.current = group;
  });
  useLayoutEffect(() => {
    if (groups.size === 0) addEventListener('keydown', act);
    groups.add(held);
    return () => {
      groups.delete(held);
      if (groups.size === 0) removeEventListener('keydown', act);
    };
  }, []);
}

/** The keys that would work now, the page's own first. */
export function keysHere(): readonly KeyGroup[] {
  return [...groups].map(({ current }) => current).filter(({ isOfPage }) => isOfPage !== true || !isCovered());
}

function act(event: KeyboardEvent): void {
  if (event.defaultPrevented || !keysSetting.isOn() || isTyping(event) || isPressing(event)) return;
  const name = keyName(event);
  const sequence = prefix.key !== '' && event.timeStamp - prefix.at < waitMs ? `${prefix.key} ${name}` : '';
  prefix = { key: '', at: 0 };
  const keys = [...keysHere()].reverse().flatMap((group) => group.keys);
  const found = keys.find(({ key }) => key === sequence) ?? keys.find(({ key }) => key === name);
  if (found) {
    event.preventDefault();
    found.run();
  } else if (keys.some(({ key }) => key.startsWith(`${name} `))) prefix = { key: name, at: event.timeStamp };
}
/** How long the first of two keys in sequence waits for the second. */
const waitMs = 1_500;

/** Whether a dialog covers the page. */
function isCovered(): boolean {
  const dialogs = document.querySelectorAll('.ant-modal-wrap, dialog[open]');
  return [...dialogs].some((dialog) => dialog.getClientRects().length > 0); // dialogs of hidden tabs have no rectangles
}

/** Name of a key in this program: `j`, `Shift+x`, `?`, `Enter`, `ArrowLeft`. */
export function keyName({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string {
  if (key.length > 1) return key;
  const small = key.toLowerCase();
  return shiftKey && /[a-z]/.test(small) ? `Shift+${small}` : small;
}

/** True if a key belongs to a field or to the browser, so that keys of screens must ignore it. */
function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** True if the key would activate the focused element, or move within it. */
function isPressing({ key, target }: KeyboardEvent): boolean {
  if (key.startsWith('Arrow')) return target instanceof HTMLInputElement;
  return (key === 'Enter' || key === ' ') && target instanceof Element && target.closest('a, button, input, summary') !== null;
}
