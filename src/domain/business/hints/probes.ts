import type { Anchor } from './fingerprint.ts';

/** A matching word may differ in its least certain bits; this many are tried both ways. */
const flipped = 2;

/** The words under which a similar anchor may be stored, the anchor's own word first. */
export function probesOf({ word, unsure }: Anchor): number[] {
  return Array.from({ length: 2 ** flipped }, (_, choice) =>
    unsure.slice(0, flipped).reduce((bits, place, at) => ((choice >> at) & 1 ? bits ^ (1 << place) : bits), word),
  );
}

/** A word that this many pictures share is ignored: it is on everyone's card. */
export const maxSharing = 32;
/** Number of pictures that are compared in full: those that share the most words. */
export const maxCandidates = 16;
