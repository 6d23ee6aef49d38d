import type { draftCalls } from '../../../contract/console/drafts.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { Deps } from '../deps.ts';
import { draftStore } from './store.ts';

/** What operators typed and have not submitted. */
export function drafts({ db }: Pick<Deps, 'db'>) {
  const store = draftStore(db);
  return {
    routes: draftRoutes(store),
    jobs: [{ name: 'forgetting drafts that nobody came back for', everyMs: 3_600_000, run: () => store.forgetExpired() }],
  };
}

function draftRoutes(drafts: ReturnType<typeof draftStore>): Handlers<typeof draftCalls> {
  return {
    async findDraft({ subject }, { operator }) {
      const draft = await drafts.find(operator.accountId, subject);
      return draft ? { id: draft.id, content: draft.content, saved_time: formatTime(draft.savedAt) } : none;
    },
    async saveDraft({ subject, content }, { operator }) {
      const { id, savedAt } = await drafts.save(operator.accountId, subject, content);
      return { id, saved_time: formatTime(savedAt) };
    },
    async deleteDraft({ id }, { operator }) {
      await drafts.forget(operator.accountId, id);
      return null;
    },
  };
}

const none = { id: '', content: '', saved_time: '' };
