/** Forms that hold something unsaved, and whether it is kept for the operator's return. Leaving the page asks first while there is one. */
const drafts = new Map<symbol, { readonly isStored: boolean }>();

export function hasDrafts(): boolean {
  return drafts.size > 0;
}

/** Whether something would be lost with the session: a draft that nobody keeps. */
export function hasUnstoredDrafts(): boolean {
  return [...drafts.values()].some(({ isStored }) => !isStored);
}

/** Says that a form holds a draft; the returned function says that it does no more. */
export function registerDraft(isStored = false): () => void {
  const draft = Symbol('draft');
  if (drafts.size === 0) addEventListener('beforeunload', ask);
  drafts.set(draft, { isStored });
  return () => {
    if (drafts.delete(draft) && drafts.size === 0) removeEventListener('beforeunload', ask);
  };
}

/** Lets all of them go: the operator leaves the console and has agreed. */
export function dropDrafts(): void {
  drafts.clear();
  removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
