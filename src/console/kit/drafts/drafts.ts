/** What happens to the unsaved input of a form. */
export interface HeldDraft {
  /** Set if the input is stored for the operator's return; absent if it is lost with its page. */
  readonly kept?: 'review' | 'form';
  /** Deletes the stored input after the operator agreed to leave. */
  readonly discard?: () => Promise<unknown>;
}

/** Reports that a form has nothing unsaved any more. Also identifies the form's draft. */
export type Release = () => void;

/** Forms with unsaved input. While there is one, the browser asks before it leaves the page. */
const drafts = new Map<Release, HeldDraft>();
let discarding: Promise<unknown> = Promise.resolve();

export function hasDrafts(): boolean {
  return drafts.size > 0;
}

/** What the end of the session does to the open forms: `lost` if the input of one of them is not stored. */
export function draftsAtEnd(): 'none' | 'lost' | 'form' | 'review' {
  const kinds = [...drafts.values()].map(({ kept }) => kept);
  if (kinds.length === 0) return 'none';
  if (kinds.includes(undefined)) return 'lost';
  return kinds.includes('review') ? 'review' : 'form';
}

export function allDrafts(): ReadonlySet<Release> {
  return new Set(drafts.keys());
}

/** Registers a form's draft. The returned function removes it. */
export function registerDraft(held: HeldDraft = {}): Release {
  const release = () => {
    if (drafts.delete(release) && drafts.size === 0) removeEventListener('beforeunload', ask);
  };
  if (drafts.size === 0) addEventListener('beforeunload', ask);
  drafts.set(release, held);
  return release;
}

/** Removes drafts and their stored input, because the operator has agreed to leave. */
export function dropDrafts(dropped = allDrafts()): void {
  discarding = Promise.allSettled([discarding, ...[...dropped].map((release) => drafts.get(release)?.discard?.())]);
  for (const release of dropped) release();
}

/** Resolves when dropped drafts are deleted on the server too. */
export function draftsDropped(): Promise<unknown> {
  return discarding;
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
