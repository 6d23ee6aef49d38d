import type { House } from '../model/house.ts';
import type { Sender } from '../environment/sender.ts';

/** Calls that are sent at once: each by the number that its dice are thrown with; below 0 one that goes alone, of the desks. */
export type Round = readonly number[];

export interface Failure {
  readonly round: number;
  readonly faults: readonly string[];
}

export interface Scene {
  readonly house: House;
  readonly sender: Sender;
  readonly seed: number;
  /** Makes its fault while the calls of a round are under way; resolves when the servers answer again. */
  readonly disturb?: (round: number) => Promise<void>;
  readonly patienceMs: number;
  /** Told of each call and its answer; spelt only where somebody reads it. */
  readonly note: (line: () => string) => void;
}
