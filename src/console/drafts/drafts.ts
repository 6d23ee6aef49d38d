/** What becomes of a form that holds something unsaved. */
export interface HeldDraft {
  /** It is there again when the operator comes back; nothing where it is lost with its page. */
  readonly kept?: 'review' | 'form';
  /** Lets go what is kept of it: the operator has agreed to leave it. */
  readonly discard?: () => Promise<unknown>;
}

/** Says of a form that it holds nothing unsaved any more. It names the form's draft. */
export type Release = () => void;

/** Forms that hold something unsaved. Leaving the page asks first while there is one. */
const drafts = new Map<Release, HeldDraft>();
let discarding: Promise<unknown> = Promise.resolve();

export function hasDrafts(): boolean {
  return drafts.size > 0;
}

/** What the end of the session does to the open forms: `lost` where one of them is not kept. */
export function draftsAtEnd(): 'none' | 'lost' | 'form' | 'review' {
  const kinds = [...drafts.values()].map(({ kept }) => kept);
  if (kinds.length === 0) return 'none';
  if (kinds.includes(undefined)) return 'lost';
  return kinds.includes('review') ? 'review' : 'form';
}

export function allDrafts(): ReadonlySet<Release> {
  return new Set(drafts.keys());
}

/** Says that a form holds a draft; the returned function says that it does no more. */
export function registerDraft(held: HeldDraft = {}): Release {
  const release = () => {
    if (drafts.delete(release) && drafts.size === 0) removeEventListener('beforeunload', ask);
  };
  if (drafts.size === 0) addEventListener('beforeunload', ask);
  drafts.set(release, held);
  return release;
}

/** Lets drafts go, and what is kept of them: the operator has agreed to leave. */
export function dropDrafts(dropped = allDrafts()): void {
  discarding = Promise.allSettled([discarding, ...[...dropped].map((release) => drafts.get(release)?.discard?.())]);
  for (const release of dropped) release();
}

/** Once what was dropped is gone on the server too. */
export function draftsDropped(): Promise<unknown> {
  return discarding;
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
