import { useEffect, useRef } from 'react';
import { createEmitter } from '../net/emitter.ts';

/** Something that can be done with what the screen shows, as its button is labelled. */
export interface Act {
  readonly label: string;
  readonly run: () => void;
}

/** The record that the screen shows, for whoever offers acts on it elsewhere. */
export interface InHand {
  readonly acts: readonly Act[];
  /** Where it is a user who may be given something. */
  readonly user?: { readonly mobile: string; readonly type: number };
}

let shown: { readonly record: InHand; readonly owner: object } | undefined;
const changed = createEmitter();

/** Offers the acts of a screen in the palette, for as long as the screen stands. Give it no more than its buttons offer. */
export function useInHand(record: InHand): void {
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

export const inHand = { current: () => shown?.record, subscribe: changed.subscribe };

/** In the state of an address: what is to be done once its screen stands. Not in the address, which others could make up. */
export function askedAct(state: unknown): string | undefined {
  const isAsked = typeof state === 'object' && state !== null && 'act' in state && typeof state.act === 'string';
  return isAsked ? String(state.act) : undefined;
}
