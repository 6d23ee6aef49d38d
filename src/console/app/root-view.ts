import { draftsAtEnd } from '../kit/drafts/drafts.ts';
import { leaving } from '../kit/drafts/leaving.ts';
import { toast } from '../kit/ui/toast.ts';
import { expectedLanding, pageLeft, warmConsole, type Arrival } from './early.ts';
import { guard, isOpenRoute, isPublicPage, loginPath } from '../kit/session/guard.ts';
import { endedIn, endedState } from '../kit/session/ended-note.tsx';
import { preloadScreen } from './screen-cache.ts';
import { openChannel } from '../kit/storage/storage.ts';
import { currentToken, forgetToken, isSignedIn } from '../kit/session/token.ts';

/**
 * What the page shows: the login, an open page or the console. Each is a separate chunk, so that the login page loads neither router nor
 * antd. It changes when the session begins or ends, in this tab or in another.
 */
type RootView = 'login' | 'open' | 'console';
let shown: RootView | undefined;
let tokenShown = '';

const otherTabs = openChannel('session');

/**
 * Shows what the address and the session require. `arriving` is set after a login: the console then goes to the operator's first page, or
 * back to the one that an interruption took from the same operator.
 */
export function openRootView(arriving: Arrival | null = null): void {
  tokenShown = currentToken();
  if (isPublicPage(location.pathname)) {
    show('open', async () => (await import('./open-page.tsx')).mountOpenPage());
    return;
  }
  if (tokenShown !== '') {
    reasonElsewhere = undefined;
    show('console', async () => (await import('./console.tsx')).mountConsole(arriving));
    return;
  }
  const decision = guard(location.pathname, false);
  if (decision.kind === 'go') history.replaceState(null, '', decision.to);
  const isLogin = location.pathname === loginPath || !isOpenRoute(location.pathname);
  if (isLogin) show('login', async () => (await import('../kit/session/login-page.tsx')).mountLogin(loginPort));
  else show('open', async () => (await import('./open-page.tsx')).mountOpenPage());
}

const loginPort = {
  preload: () => Promise.all([import('./console.tsx'), preloadScreen(expectedLanding())]),
  onSignedIn: () => {
    // Opens the likely page at once; the frame redirects if the menu or the operator says otherwise.
    const left = endedIn(history.state)?.left;
    history.replaceState(null, '', left?.url ?? expectedLanding());
    warmConsole(location.pathname, location.search);
    // So that the other tabs do not continue as the previous operator.
    notifyOtherTabs();
    openRootView({ left });
  },
};

/**
 * Ends the session of `token` here and in the other tabs, and goes to /login, where the reason stays visible.
 * @param token empty if a call found no session, which something else than this tab has ended.
 */
export function endSession(token: string, reason = ''): void {
  if (token === '') {
    followToken();
    return;
  }
  forgetToken(token);
  notifyOtherTabs(reason);
  toLogin(reason);
}

/** Listens for events outside the React tree: other tabs, Back on the login page, a page restored from the back-forward cache. */
export function watchRootView(): void {
  // Another tab's change of the cookie may become visible some time after its message.
  otherTabs.addEventListener('message', ({ data }) => {
    reasonElsewhere = reasonIn(data);
    [0, 200, 1000, 3000].forEach((delayMs) => setTimeout(followToken, delayMs));
  });
  document.addEventListener('visibilitychange', followToken);
  addEventListener('popstate', () => {
    if (shown !== 'console') openRootView();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted && currentToken() !== tokenShown) openRootView();
  });
}

/** Follows another tab that signed out, or signed in as somebody else. */
function followToken(): void {
  if (currentToken() === tokenShown || isPublicPage(location.pathname)) return;
  if (isSignedIn()) location.reload();
  else if (shown === 'console') followToLogin();
}

/** The cookie may disappear shortly before the other tab's message arrives, so this waits for the reason. */
function followToLogin(): void {
  if (reasonElsewhere !== undefined) toLogin(reasonElsewhere);
  else if (!isWaitingForReason) {
    isWaitingForReason = true;
    setTimeout(() => {
      isWaitingForReason = false;
      reasonElsewhere ??= ''; // no message came: the cookie was removed by other means
      followToken();
    }, reasonPatienceMs);
  }
}

/** Why another tab ended the session; empty if its operator signed out, undefined until a message arrives. */
let reasonElsewhere: string | undefined;
let isWaitingForReason = false;
const reasonPatienceMs = 3_000;

function notifyOtherTabs(reason = ''): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel never leaves this origin
  otherTabs.postMessage({ reason });
}

/** A tab that was opened before an update may send another format. */
function reasonIn(message: unknown): string {
  const reason: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'reason') : '';
  return typeof reason === 'string' ? reason : '';
}

function toLogin(reason: string): void {
  // Several calls may find that the session has ended. The first one leaves the console and reports what happens to the drafts.
  const drafts = shown === 'console' ? draftsReport[draftsAtEnd()] : '';
  if (drafts !== '') toast('error', drafts, 6000, 'drafts');
  leaving.stay();
  if (shown !== 'login') history.replaceState(endedState([reason, drafts], pageLeft()), '', loginPath);
  openRootView();
}

const draftsReport = {
  none: '',
  lost: '登录已结束，未提交的内容没有保存',
  form: '登录已结束，填写的内容已保留，重新登录后可以恢复',
  review: '登录已结束，填写的审核内容已保留，重新登录后可以恢复',
};

function show(view: RootView, mount: () => Promise<void>): void {
  if (shown === view) return;
  shown = view;
  document.documentElement.dataset['stage'] = view;
  mount().catch(() => {
    shown = undefined;
    toast('error', '页面加载失败，请刷新重试', 10_000);
  });
}
