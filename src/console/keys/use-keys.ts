import { useEffect, useRef } from 'react';
import { isPressing, isTyping, keyName } from './key-name.ts';
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

/** Single keys that work while the caller is mounted, but not while a field is being typed in. The latest caller takes precedence. */
export function useKeys(group: KeyGroup): void {
  const held = useRef(group);
  useEffect(() => {
    held.current = group;
  });
  useEffect(() => {
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
