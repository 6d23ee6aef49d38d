import { useEffect, useRef } from 'react';
import { createEmitter } from '../net/emitter.ts';

/** An action on what the screen shows, named like its button. */
export interface Act {
  readonly label: string;
  readonly run: () => void;
}

/** The record that the screen shows, so that its actions can be offered elsewhere. */
export interface CurrentRecord {
  readonly acts: readonly Act[];
  /** Set for a user who can receive something. */
  readonly user?: { readonly mobile: string; readonly type: number };
}

let shown: { readonly record: CurrentRecord; readonly owner: object } | undefined;
const changed = createEmitter();

/** Offers a screen's actions in the palette while the screen is mounted. Pass no more than its buttons offer. */
export function useCurrentRecord(record: CurrentRecord): void {
  const owner = useRef({});
  useEffect(() => {
    shown = { record, owner: owner.current };
    changed.emit();
  });
  useEffect(() => {
    const own = owner.current;
    return () => {
      if (shown?.owner !== own) return;
      shown = undefined;
      changed.emit();
    };
  }, []);
}

export const currentRecord = { current: () => shown?.record, subscribe: changed.subscribe };

/** Reads from the navigation state an action to run once the screen is mounted. It is not in the address, which others could forge. */
export function requestedAct(state: unknown): string | undefined {
  const isRequested = typeof state === 'object' && state !== null && 'act' in state && typeof state.act === 'string';
  return isRequested ? String(state.act) : undefined;
}
