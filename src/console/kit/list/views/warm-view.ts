import type { Envelope } from '../../../../contract/wire.ts';
import { warm } from '../../net/call.ts';
import { listFields, type ListSource } from '../list-source.ts';
import { openLists } from './open-lists.ts';
import { viewedSource } from './viewed-source.ts';

/** Requests the rows of a view as soon as the answer about the views arrives. The list itself reports failures. */
export async function warmView(views: Promise<Envelope>, id: string, list: ListSource, search: URLSearchParams): Promise<void> {
  const { data } = await views;
  if (openLists.has()) return; // the list requests its rows itself
  // The wire is parsed here.
  const { list: known = [] } = (data ?? {}) as { list?: readonly { id: string; filters: Record<string, string> }[] };
  const view = known.find((one) => one.id === id);
  if (view) await warm(list.method, list.path, listFields(viewedSource(list, id, view), search));
}
