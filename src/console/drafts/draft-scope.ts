import { createContext } from 'react';
import type { Release } from './drafts.ts';

/** What a form's draft is held in: a page of its own, or a tab that may go out of sight and come back. */
export interface DraftHolder {
  /** @returns what the form calls when it is gone, or has nothing unsaved any more. */
  hold(release: Release): () => void;
  /** The form was sent. */
  sent(): void;
}

/** Without tabs a form that is gone holds nothing. */
export const DraftScopeContext = createContext<DraftHolder>({ hold: (release) => release, sent: () => undefined });

/**
 * The drafts of one tab. React ends the effects of a screen that it hides, and the forms would let their drafts go with them: a hidden
 * scope keeps these until the tab is shown again or ends.
 */
export class DraftScope implements DraftHolder {
  readonly #held = new Set<Release>();
  #ended: Release[] = [];
  #isHidden = false;
  #isJustSent = false;
  #isOver = false;

  hold(release: Release): () => void {
    this.#held.add(release);
    return () => {
      if (this.#isHidden) this.#ended.push(release);
      else this.#letGo(release);
    };
  }

  sent(): void {
    this.#isJustSent = true;
    queueMicrotask(() => (this.#isJustSent = false));
  }

  /** A way leads on from the tab; in the same step as its form was sent, it leaves the tab for good. */
  leave(): void {
    if (this.#isJustSent) this.#isOver = true;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get held(): ReadonlySet<Release> {
    return this.#held;
  }

  get hasDrafts(): boolean {
    return this.#held.size > 0;
  }

  hide(): void {
    this.#isHidden = true;
  }

  /** The forms hold their drafts anew by now: what they held before goes. */
  show(): void {
    this.#isHidden = false;
    for (const release of this.#ended.splice(0)) this.#letGo(release);
  }

  /** The tab is closed. */
  end(): void {
    this.#isHidden = false;
    this.#ended = [];
    for (const release of this.#held) this.#letGo(release);
  }

  #letGo(release: Release): void {
    if (this.#held.delete(release)) release();
  }
}
