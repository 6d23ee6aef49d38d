import type { draftCalls } from '../../contract/console/own/drafts.ts';
import { formatTime } from '../../domain/text/time.ts';
import type { Handlers } from '../http/mount.ts';
import type { draftStore } from './store.ts';

export function draftRoutes(drafts: ReturnType<typeof draftStore>): Handlers<typeof draftCalls> {
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
