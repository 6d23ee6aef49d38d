/** Forms that hold something unsaved. Leaving the page asks first while there is one. */
const drafts = new Set<symbol>();

export function hasDrafts(): boolean {
  return drafts.size > 0;
}

/** Says that a form holds a draft; the returned function says that it does no more. */
export function holdDraft(): () => void {
  const draft = Symbol('draft');
  if (drafts.size === 0) addEventListener('beforeunload', ask);
  drafts.add(draft);
  return () => {
    drafts.delete(draft);
    if (drafts.size === 0) removeEventListener('beforeunload', ask);
  };
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
