import { toast } from './toast.ts';

/** Forms that hold something unsaved. Leaving the page asks first while there is one. */
const drafts = new Set<symbol>();

export function hasDrafts(): boolean {
  return drafts.size > 0;
}

/** Says that a form holds a draft; the returned function says that it does no more. */
export function holdDraft(): () => void {
  const draft = Symbol('draft');
  if (drafts.size === 0) {
    addEventListener('beforeunload', ask);
    // Not every browser tells of Back before it happens.
    if ('navigation' in globalThis) navigation.addEventListener('navigate', stay);
  }
  drafts.add(draft);
  return () => {
    drafts.delete(draft);
    if (drafts.size > 0) return;
    removeEventListener('beforeunload', ask);
    if ('navigation' in globalThis) navigation.removeEventListener('navigate', stay);
  };
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Back and Forward within the console: the first time is only told; a browser lets nobody stop it twice in a row. */
function stay(event: NavigateEvent): void {
  if (event.navigationType !== 'traverse' || !event.destination.sameDocument || !event.cancelable) return;
  event.preventDefault();
  toast('error', '填写的内容尚未提交，再次返回将离开此页', 4000);
}
