import { useEffect, useRef } from 'react';
import { isPressing, isTyping, keyName } from './key-name.ts';
import { keysSetting } from './keys-setting.ts';

/** A key of a screen. */
export interface Key {
  /** As `keyName` gives it; two after one another stand with a space between them, as `g h`. */
  readonly key: string;
  /** What it does, as the sheet behind ? says it; a key without words is another one's twin. */
  readonly act?: string;
  readonly run: () => unknown;
}

/** Keys that belong together, under one heading of the sheet. */
export interface KeyGroup {
  readonly name: string;
  readonly keys: readonly Key[];
  /** They rest while a dialog stands above the page. */
  readonly isOfPage?: boolean;
}

const groups = new Set<{ current: KeyGroup }>();
let prefix = { key: '', at: 0 };

/** Single keys that act as long as the caller is shown; left alone while a field is being typed in. The latest caller is asked first. */
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

/** What would act now, the page's own first. */
export function keysHere(): readonly KeyGroup[] {
  return [...groups].map(({ current }) => current).filter(({ isOfPage }) => isOfPage !== true || !isCovered());
}

function act(event: KeyboardEvent): void {
  if (event.defaultPrevented || !keysSetting.isOn() || isTyping(event) || isPressing(event)) return;
  const name = keyName(event);
  const sequence = prefix.key !== '' && event.timeStamp - prefix.at < waitMs ? `${prefix.key} ${name}` : '';
  prefix = { key: '', at: 0 };
  const keys = keysHere()
    .toReversed()
    .flatMap((group) => group.keys);
  const found = keys.find(({ key }) => key === sequence) ?? keys.find(({ key }) => key === name);
  if (found) {
    event.preventDefault();
    found.run();
  } else if (keys.some(({ key }) => key.startsWith(`${name} `))) prefix = { key: name, at: event.timeStamp };
}
/** How long the first of two keys waits for the second. */
const waitMs = 1_500;

/** A dialog stands above the page. */
function isCovered(): boolean {
  const dialogs = document.querySelectorAll('.ant-modal-wrap, dialog[open]');
  return [...dialogs].some((dialog) => dialog.getClientRects().length > 0); // not one in a tab out of sight
}
