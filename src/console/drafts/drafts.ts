/** What becomes of a form that holds something unsaved. */
export interface HeldDraft {
  /** It is there again when the operator comes back; nothing where it is lost with its page. */
  readonly kept?: 'review' | 'form';
  /** Lets go what is kept of it: the operator has agreed to leave it. */
  readonly discard?: () => Promise<unknown>;
}

/** Forms that hold something unsaved. Leaving the page asks first while there is one. */
const drafts = new Map<symbol, HeldDraft>();
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

/** Says that a form holds a draft; the returned function says that it does no more. */
export function registerDraft(held: HeldDraft = {}): () => void {
  const draft = Symbol('draft');
  if (drafts.size === 0) addEventListener('beforeunload', ask);
  drafts.set(draft, held);
  return () => {
    if (drafts.delete(draft) && drafts.size === 0) removeEventListener('beforeunload', ask);
  };
}

/** Lets all of them go, and what is kept of them: the operator has agreed to leave. */
export function dropDrafts(): void {
  discarding = Promise.allSettled([discarding, ...[...drafts.values()].map(({ discard }) => discard?.())]);
  drafts.clear();
  removeEventListener('beforeunload', ask);
}

/** Once what was dropped is gone on the server too. */
export function draftsDropped(): Promise<unknown> {
  return discarding;
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
