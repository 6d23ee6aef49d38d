import type { Anchor } from './fingerprint.ts';

/** A word may differ where its bits were unsure: so many of them are tried both ways. */
const flipped = 2;

/** The words under which an anchor's like may stand, its own first. */
export function probesOf({ word, unsure }: Anchor): number[] {
  return Array.from({ length: 2 ** flipped }, (_, choice) =>
    unsure.slice(0, flipped).reduce((bits, place, at) => ((choice >> at) & 1 ? bits ^ (1 << place) : bits), word),
  );
}

/** A word of so many pictures says nothing: it stands on everybody's card. */
export const mostSharing = 32;
/** Of the pictures that share the most with one, so many are compared with it. */
export const mostCandidates = 16;
