import { createContext } from 'react';
import type { Release } from './drafts.ts';

/** Holder of a form's drafts: a page, or a tab that may be hidden and shown again. */
export interface DraftHolder {
  /** @returns a function that the form calls when it unmounts or has nothing unsaved any more. */
  hold(release: Release): () => void;
  /** The form was sent. */
  sent(): void;
}

/** Without tabs, a form that unmounts holds nothing. */
export const DraftScopeContext = createContext<DraftHolder>({ hold: (release) => release, sent: () => undefined });

/**
 * The drafts of one tab. React ends the effects of a hidden screen, so its forms would release their drafts. A hidden scope keeps them
 * until the tab is shown again or ends.
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

  /** A navigation leads away from the tab. If it happens together with sending the tab's form, the tab is over. */
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

  /** The forms have registered their drafts again by now, so the earlier registrations are released. */
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
