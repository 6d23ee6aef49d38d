import type { Envelope } from '../../contract/wire.ts';
import { warm } from '../kit/net/call.ts';
import { listFields } from '../kit/list/list-source.ts';
import { expectedSize } from '../kit/list/paging/page-size.ts';
import { expectedDefault } from '../kit/list/views/default-view.ts';
import type { LeftPage } from '../kit/session/ended-note.tsx';
import { homePath, isOpenRoute } from '../kit/session/guard.ts';
import { preloadScreen } from './screen-cache.ts';
import { matchScreen } from './screens.tsx';
import { shared } from '../kit/storage/storage.ts';

/** Sends the console's first requests at once, in parallel with loading its chunks. */
export function warmConsole(path: string, search: string): void {
  void warm('POST', '/api/member/getMenu', {});
  void warm('GET', '/api/User/getAdminInfo', {});
  const views = warm('GET', '/api/ajax/view/getList', {});
  const target = path === '/' || isOpenRoute(path) ? homePath : path;
  const match = matchScreen(target);
  if (!match) return;
  void preloadScreen(target);
  const given = new URLSearchParams(target === path ? search : '');
  const view = given.get('view') ?? (given.toString() === '' ? expectedDefault(target) : '');
  warmScreen(match, given, Number(view) > 0 ? { id: view, views } : undefined);
}

type Match = NonNullable<ReturnType<typeof matchScreen>>;

function warmScreen({ screen, params }: Match, search: URLSearchParams, view: { id: string; views: Promise<Envelope> } | undefined): void {
  const given = typeof screen.list === 'function' ? screen.list(params) : screen.list;
  const size = given && expectedSize(given.id);
  const list = given && size !== undefined ? { ...given, size } : given;
  if (list && view) {
    const rows = import('../kit/list/views/warm-view.ts').then(({ warmView }) => warmView(view.views, view.id, list, search));
    rows.catch(() => undefined); // the list itself repeats the request and reports failures
  } else if (list) void warm(list.method, list.path, listFields(list, search));
  const first = screen.first?.(params);
  if (first) void warm('GET', first.path, first.fields);
}

/** Page on which the last login of this browser landed: the best guess for the next one. */
export function expectedLanding(): string {
  return shared.getItem(landingKey) ?? homePath;
}

export function rememberLanding(path: string): void {
  shared.setItem(landingKey, path);
}

const landingKey = 'landing';

/** A login just now, with the page that an interruption took from somebody here. */
export interface Arrival {
  readonly left: LeftPage | undefined;
}

/** The operator whose console this tab shows; empty before it is known. */
let operatorHere = '';

export function rememberOperator(uid: string): void {
  operatorHere = uid;
}

/** The page that an ending session leaves; undefined if nobody had arrived at one. */
export function pageLeft(): LeftPage | undefined {
  return operatorHere === '' ? undefined : { uid: operatorHere, url: location.pathname + location.search };
}
