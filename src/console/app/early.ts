import type { Envelope } from '../../contract/wire.ts';
import { warm } from '../net/call.ts';
import { listFields, viewedSource, type ListSource } from '../list/list-source.ts';
import { expectedDefault } from '../list/views/default-view.ts';
import { homePath, isOpenRoute } from '../session/guard.ts';
import { preloadScreen } from './screen-cache.ts';
import type { Screen } from '../screen/screen.ts';
import { matchScreen } from './screens.tsx';

/** Fires what the console is going to ask for, at once and in parallel with its chunks. */
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
  if (view === '') warmScreen(match.screen, match.params, given);
  else void views.then((reply) => warmView(match, reply, view, given)).catch(() => undefined); // the list itself reports
}

/** The rows of a view, as soon as it is known what it asks for. */
function warmView({ screen, params }: Match, reply: Envelope, id: string, search: URLSearchParams): void {
  const list = listOf(screen, params);
  // The wire is met here.
  const { list: views = [] } = (reply.data ?? {}) as { list?: readonly { id: string; filters: Record<string, string> }[] };
  const view = views.find((one) => one.id === id);
  if (list && view) warmList(viewedSource(list, id, view), search);
}

function warmList(list: ListSource, search: URLSearchParams): void {
  void warm(list.method, list.path, listFields(list, search));
}

function listOf({ list }: Screen, params: Match['params']): ListSource | undefined {
  return typeof list === 'function' ? list(params) : list;
}

type Match = NonNullable<ReturnType<typeof matchScreen>>;

function warmScreen(screen: Screen, params: Match['params'], search: URLSearchParams): void {
  const list = listOf(screen, params);
  if (list) warmList(list, search);
  const first = screen.first?.(params);
  if (first) void warm('GET', first.path, first.fields);
}

/** Where the last login of this browser landed: the best guess for the next one. */
export function expectedLanding(): string {
  return localStorage.getItem(landingKey) ?? homePath;
}

export function rememberLanding(path: string): void {
  localStorage.setItem(landingKey, path);
}

const landingKey = 'landing';
