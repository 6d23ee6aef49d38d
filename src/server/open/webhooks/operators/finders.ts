import { endpointStateOf, endpointStates } from '../../../../domain/business/codes/endpoint-state.ts';
import type { Database } from '../../../platform/db/database.ts';
import { nothing, rowsSought, type Finder, type Found, type FoundRecord } from '../../../desk/search/finder.ts';
import { isText, type SearchKeyword } from '../../../desk/search/keyword.ts';
import { listEndpointsOfAll, type ListedEndpoint } from './endpoint-list.ts';

/** Finds endpoints by address and client, like their list. */
export function webhookFinders(db: Database): Finder[] {
  const byText = async ({ text }: SearchKeyword): Promise<Found> => {
    const { rows } = await listEndpointsOfAll(db, { keyword: text, page: 1, limit: rowsSought });
    return { ...nothing, hits: rows.map(hitOf) };
  };
  return [
    {
      kind: 'webhook',
      name: '事件与回调',
      needs: 'open:webhook',
      list: '/open/webhook',
      find: async (sought) => (isText(sought) ? byText(sought) : nothing),
      findPart: byText,
    },
  ];
}

function hitOf({ id, url, clientName, status, clientStatus, failing_since }: ListedEndpoint): FoundRecord {
  const state = endpointStateOf({
    isEnabled: status === 'enabled',
    isClientEnabled: clientStatus === 'enabled',
    isFailing: failing_since !== null,
  });
  return { id, title: url, texts: [clientName], status: endpointStates[state], url: `/open/webhook/${id}`, acts: [] };
}
