import type { MessageRow, messageCalls } from '../../../contract/console/messages.ts';
import { messageKind } from '../../../domain/business/codes/messages.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { FoundReference, References } from '../references/reference.ts';
import { failingEndpoint, isFork, messageText } from './message-text.ts';
import { countUnread, listMessages, markRead, type ListedMessage } from './store.ts';

export interface MessageDeps {
  readonly db: Database;
  readonly references: () => References;
}

export function messageRoutes({ db, references }: MessageDeps): Handlers<typeof messageCalls> {
  return {
    async getMessages({ unread: filter, page, limit }, { operator }) {
      const { rows, total, unread } = await listMessages(db, { accountId: operator.accountId, isUnread: filter === '1', page, limit });
      const open = await references().openable(
        operator,
        rows.map(({ object }) => object),
      );
      return { list: rows.map((row) => messageRowOf(row, open.get(row.object))), count: total, unread };
    },

    async getMessageCount(_input, { operator }) {
      return { unread: await countUnread(db, operator.accountId) };
    },

    async readMessages({ ids }, { operator }) {
      if (ids === undefined || ids.length > 0) await markRead(db, operator.accountId, ids);
      return { unread: await countUnread(db, operator.accountId) };
    },
  };
}

function messageRowOf(row: ListedMessage, reference: FoundReference | undefined): MessageRow {
  return {
    id: row.id,
    kind: messageKind.code(row.kind),
    kind_name: messageKind.label(row.kind),
    text: messageText(row, reference),
    url: reference?.url ?? placeOf(row),
    time: formatTime(row.at),
    is_read: row.read_at === null ? 0 : 1,
  };
}

/** The link of a message that refers to no object with a panel; empty if it has none. */
function placeOf({ kind, object }: Pick<ListedMessage, 'kind' | 'object'>): string {
  if (failingEndpoint(object) !== '') return `/open/webhook/${failingEndpoint(object)}`;
  if (kind === 'webhook') return '/open/webhook';
  if (kind === 'credential') return '/office/credentials';
  if (isFork(object)) return `/office/witness/${object.slice('fork/'.length)}`;
  return object === '' ? '/workbench' : '';
}
