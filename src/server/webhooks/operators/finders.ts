import { endpointStateOf, endpointStates } from '../../../domain/codes/endpoint-state.ts';
import type { Database } from '../../db/database.ts';
import { rowsSought, type Finder, type FoundRecord } from '../../search/finder.ts';
import { listEndpointsOfAll, type ListedEndpoint } from './endpoint-list.ts';

/** Endpoints by their address and client, as their list finds them. */
export function webhookFinders(db: Database): Finder[] {
  return [
    {
      kind: 'webhook',
      name: '事件与回调',
      needs: 'open:webhook',
      list: '/open/webhook',
      async find({ text }) {
        const { rows } = await listEndpointsOfAll(db, { keyword: text, page: 1, limit: rowsSought });
        return { hits: rows.map(hitOf), isListed: true };
      },
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
