import { warm } from '../net/call.ts';
import { listFields } from '../list/list-source.ts';
import { expectedSize } from '../list/paging/page-size.ts';
import { homePath, isOpenRoute } from '../session/guard.ts';
import { preloadScreen } from './screen-cache.ts';
import type { Screen } from '../screen/screen.ts';
import { matchScreen } from './screens.tsx';

/** Fires what the console is going to ask for, at once and in parallel with its chunks. */
export function warmConsole(path: string, search: string): void {
  warm('POST', '/api/member/getMenu', {});
  warm('GET', '/api/User/getAdminInfo', {});
  const target = path === '/' || isOpenRoute(path) ? homePath : path;
  const match = matchScreen(target);
  if (!match) return;
  void preloadScreen(target);
  warmScreen(match.screen, match.params, target === path ? search : '');
}

function warmScreen(screen: Screen, params: Readonly<Record<string, string>>, search: string): void {
  const list = typeof screen.list === 'function' ? screen.list(params) : screen.list;
  if (list) {
    const size = expectedSize(list.id);
    warm(list.method, list.path, listFields(size === undefined ? list : { ...list, size }, new URLSearchParams(search)));
  }
  const first = screen.first?.(params);
  if (first) warm('GET', first.path, first.fields);
}

/** Where the last login of this browser landed: the best guess for the next one. */
export function expectedLanding(): string {
  return localStorage.getItem(landingKey) ?? homePath;
}

export function rememberLanding(path: string): void {
  localStorage.setItem(landingKey, path);
}

const landingKey = 'landing';
