import type { DraftFields } from '../../../contract/console/drafts.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { get, post } from '../net/call.ts';
import { effects } from '../net/effects.ts';
import { fieldsIn, type StoredDraft } from './stored-drafts.ts';

/**
 * The server's copy of one draft, for other browsers and after a crash. Input is sent shortly after the last keystroke, at the latest some
 * seconds after the first. Typing counts as activity: the calls renew the session. What fails stays in the tab.
 */
export function serverDraft(subject: string) {
  let id = '';
  let waiting: { readonly fields: DraftFields; readonly token: string; readonly dueMs: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** Runs one call at a time, so that no older text is stored after a newer one, and none after its deletion. */
  const inTurn = <Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> => {
    const turn = last.then(call).catch(() => undefined);
    last = turn;
    return turn;
  };

  const flush = (): void => {
    clearTimeout(timer);
    const saved = waiting;
    waiting = undefined;
    // The operator who typed it may have signed out, and another one signed in.
    if (!saved || saved.token === '' || effects().currentToken() !== saved.token) return;
    const content = JSON.stringify(saved.fields);
    if (content.length > limits.draftChars) return;
    void inTurn(async () => ({ id } = await post('/api/ajax/draft/save', { subject, content }, { quiet: true })));
  };

  return {
    /** The stored draft; undefined if there is none or no answer. */
    find: (): Promise<StoredDraft | undefined> =>
      inTurn(async () => {
        const found = await get('/api/ajax/draft/find', { subject }, { quiet: true });
        const fields = fieldsIn(found.content);
        if (found.id === '' || !fields) return undefined;
        id = found.id;
        return { fields, atMs: Date.parse(`${found.saved_time.replace(' ', 'T')}+08:00`) };
      }),
    save(fields: DraftFields): void {
      const dueMs = waiting?.dueMs ?? Date.now() + latestMs;
      waiting = { fields, token: effects().currentToken(), dueMs };
      clearTimeout(timer);
      timer = setTimeout(flush, Math.max(0, Math.min(pauseMs, dueMs - Date.now())));
    },
    flush,
    forget(): Promise<unknown> {
      clearTimeout(timer);
      waiting = undefined;
      return inTurn(async () => {
        if (id === '') return;
        const gone = id;
        id = '';
        await post('/api/ajax/draft/delete', { id: gone }, { quiet: true });
      });
    },
  };
}

const pauseMs = 800;
const latestMs = 4_000;
