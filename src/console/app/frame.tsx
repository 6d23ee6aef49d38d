import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { type Location, Navigate, Route, Routes, useLocation } from 'react-router';
import { movedAddresses } from '../../domain/business/access/page-address.ts';
import { forgetOthersDrafts } from '../kit/drafts/draft-prefix.ts';
import { MessageBell } from '../kit/messages/message-bell.tsx';
import { loading } from '../kit/net/loading.ts';
import { tabsChoice } from '../kit/preferences/choices.ts';
import { usePreference } from '../kit/preferences/use-preference.ts';
import type { Screen } from '../kit/screen/screen.ts';
import { type RecordAct, Search } from '../kit/search/search.tsx';
import { useSearchKeys } from '../kit/search/use-search-keys.ts';
import { guard } from '../kit/session/guard.ts';
import { firstPage, homeOf } from '../kit/session/menu.ts';
import { OperatorProvider, useLoadOperator, useOperator } from '../kit/session/operator.tsx';
import { SessionCountdown } from '../kit/session/session-countdown.tsx';
import { useSignOut } from '../kit/session/sign-out.ts';
import { startWatching } from '../kit/session/watch-playback.ts';
import { FullTextTip } from '../kit/ui/full-text/full-text-tip.tsx';
import { GuardedButton } from '../kit/ui/guarded-button.tsx';
import { Icon } from '../kit/ui/icons.tsx';
import { Forbidden, NotFound, Notice } from '../kit/ui/notices.tsx';
import { RetryButton } from '../kit/ui/retry-button.tsx';
import { rememberLanding, rememberOperator, type Arrival } from './early.ts';
import { PageKeys } from './keys/page-keys.tsx';
import { useNarrow } from './menu/use-narrow.ts';
import { OfflineMark } from './offline-mark.tsx';
import { OwnMenu } from './own-menu.tsx';
import { loadedScreen, loadScreen } from './screen-cache.ts';
import { matchScreen, screens } from './screens.tsx';
import { Sidebar } from './sidebar.tsx';
import { TitleRow } from './title-row.tsx';

const Watermark = lazy(async () => ({ default: (await import('../kit/ui/watermark/watermark.tsx')).Watermark }));
const Tabbed = lazy(async () => ({ default: (await import('./tabs/tabbed.tsx')).Tabbed }));
const GivenPassword = lazy(async () => ({ default: (await import('../access/accounts/own/given-password.tsx')).GivenPassword }));
const SetUpTotp = lazy(async () => ({ default: (await import('../access/accounts/own/totp-setup.tsx')).RequiredTotp }));
const SetUpTotpNow = lazy(async () => ({ default: (await import('../access/accounts/own/totp-required.tsx')).RequiredTotpDialog }));

/** Sidebar, top bar, title row and the screen of the address. `arriving`: the operator has just signed in. */
export function Frame({ arriving }: { arriving: Arrival | null }) {
  const { operator, error, retry } = useLoadOperator();
  const { pathname } = useLocation();
  const [isNarrow, setNarrow] = useNarrow();
  const left = arriving?.left;
  const isBack = left !== undefined && left.uid === operator?.uid;
  const [isLanding, setLanding] = useState(arriving !== null);
  // A login leads to the first page of the menu, or back to the page that an interruption took from the same operator; any other visit to
  // an open route leads to the home page.
  const first = operator && firstPage(operator.groups);
  const target = isLanding ? first : operator && homeOf(operator.groups);
  const isRedirecting = isLanding && !isBack ? pathname !== first : guard(pathname, true).kind === 'go';
  if (isLanding && operator && !isRedirecting) setLanding(false);
  // If the role starts to require a one-time password during work, the operator keeps their page, behind a dialog.
  const mustSetUp = operator?.mustSetUpTotp === true;
  const [isAtWork, setAtWork] = useState(false);
  if (operator && !mustSetUp && !isAtWork) setAtWork(true);
  const isClosed = mustSetUp && !isAtWork;
  useEffect(() => {
    if (first !== undefined) rememberLanding(first);
  }, [first]);

  useEffect(startWatching, []);
  const uid = operator?.uid;
  useEffect(() => {
    if (uid === undefined) return;
    forgetOthersDrafts(uid);
    rememberOperator(uid);
  }, [uid]);

  const isTabbed = usePreference(tabsChoice) === 'on' && operator !== undefined && !isClosed;
  let content: ReactNode = <p className="frame-wait" aria-busy="true" />;
  if (isClosed)
    content = (
      <Suspense>
        <SetUpTotp />
      </Suspense>
    );
  else if (operator && isRedirecting) content = target === undefined ? <Forbidden /> : <Navigate to={target} replace />;
  else if (operator) content = <Screens />;
  else if (error) content = <Unreachable message={error.message} retry={retry} />;

  return (
    <OperatorProvider value={operator ?? null}>
      <div className="frame" data-narrow={isNarrow} data-tabs={isTabbed}>
        <button type="button" className="btn frame-skip" onClick={focusContent}>
          跳到内容
        </button>
        <Sidebar groups={isClosed ? [] : operator?.groups} isNarrow={isNarrow} toggle={() => setNarrow(!isNarrow)} />
        <Topbar realname={operator?.realname} />
        {isTabbed ? (
          <Suspense fallback={<div className="frame-content" />}>
            <Tabbed titleRow={<TitleRow />} patternOf={patternOf} titleOf={tabTitle} render={screensAt} isLeading={isRedirecting}>
              {content}
            </Tabbed>
          </Suspense>
        ) : (
          <div className="frame-content">
            {operator && !isClosed && <TitleRow />}
            <main className="frame-main">
              {operator?.mustChangePassword === true && !isClosed && (
                <Suspense>
                  <GivenPassword />
                </Suspense>
              )}
              <ErrorBoundary key={pathname}>{content}</ErrorBoundary>
            </main>
          </div>
        )}
        <FullTextTip />
        {operator !== undefined && operator.watermark !== '' && (
          <Suspense>
            <Watermark whose={operator.watermark} />
          </Suspense>
        )}
        {operator && !isClosed && <PageKeys />}
        <SessionCountdown />
        {mustSetUp && isAtWork && (
          <Suspense>
            <SetUpTotpNow />
          </Suspense>
        )}
      </div>
    </OperatorProvider>
  );
}

/** For keyboards: past the menu to the first control of the page. Hidden tabs stay in the document. */
function focusContent(): void {
  const controls = document.querySelectorAll<HTMLElement>('main :is(a[href], button:not(:disabled), input, select, textarea)');
  [...controls].find((one) => one.offsetParent !== null)?.focus();
}

const patternOf = (path: string) => matchScreen(path)?.screen.path;

/** Tabs of one screen are distinguished by the last characters of the object's id. */
function tabTitle(path: string): string {
  const match = matchScreen(path);
  const name = Object.values(match?.params ?? {}).at(-1) ?? '';
  return [match?.screen.title ?? '', name.slice(-6)].join(' ').trim();
}

function screensAt(location: Location) {
  return (
    <ErrorBoundary>
      <Screens location={location} />
    </ErrorBoundary>
  );
}

/** The screen of the current address, or of a hidden tab's location. */
function Screens({ location }: { location?: Location }) {
  const { can } = useOperator();
  return (
    <Suspense fallback={<p className="frame-wait" aria-busy="true" />}>
      <Routes {...(location && { location })}>
        {screens.map((screen) => (
          <Route
            key={screen.path}
            path={screen.path}
            caseSensitive
            element={
              screen.permission === 'signedIn' || can(...screen.permission) ? (
                <ScreenSlot key={screen.path} screen={screen} />
              ) : (
                <Forbidden />
              )
            }
          />
        ))}
        {Object.entries(movedAddresses).map(([from, to]) => (
          <Route key={from} path={`${from}/*`} caseSensitive element={<Moved from={from} to={to} />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}

/** Leads to the same place below the new address. */
function Moved({ from, to }: { from: string; to: string }) {
  const { pathname, search } = useLocation();
  return <Navigate to={to + pathname.slice(from.length) + search} replace />;
}

function Unreachable({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Notice title="暂时无法打开" action={<RetryButton retry={retry} />}>
      {message}
    </Notice>
  );
}

/** Renders a screen. The component is chosen once, because switching from the lazy to the loaded one would mount the screen twice. */
function ScreenSlot({ screen }: { screen: Screen }) {
  const [Chosen] = useState<ComponentType>(() => loadedScreen(screen) ?? lazyOf(screen));
  return <Chosen />;
}

const lazyScreens = new Map<Screen['load'], ComponentType>();

function lazyOf(screen: Screen): ComponentType {
  const known = lazyScreens.get(screen.load);
  if (known) return known;
  const made = lazy(async () => ({ default: await loadScreen(screen) }));
  lazyScreens.set(screen.load, made);
  return made;
}

/** Contains the failure of a screen, or of loading its chunk, so that the frame stays. */
class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Notice
        title="页面出错了"
        action={
          // A chunk that failed to load stays failed within this page; only a reload fetches it again.
          <GuardedButton onClick={() => location.reload()}>重试</GuardedButton>
        }
      >
        这一页没能显示，已填的查询条件在地址里，重试后仍在。
      </Notice>
    );
  }
}

function Topbar({ realname }: { realname: string | undefined }) {
  const isLoading = useSyncExternalStore(loading.subscribe, loading.isActive);
  const signOut = useSignOut();
  const search = useSearchKeys();
  return (
    <header className="top">
      {isLoading && <span className="top-loading" aria-hidden="true" />}
      <Search recordActs={recordActs} isKnown={realname !== undefined} {...search} />
      <OfflineMark />
      {realname !== undefined && <MessageBell />}
      {realname !== undefined && <OwnMenu realname={realname} />}
      <GuardedButton className="top-leave" onClick={signOut}>
        <Icon name="leave" />
        退出登录
      </GuardedButton>
    </header>
  );
}

const GiftTo = lazy(async () => ({ default: (await import('../business/points/gift-to.tsx')).GiftTo }));

/** Actions of one resource on the records of another, wherever such a record is shown. */
const recordActs: readonly RecordAct[] = [{ label: '赠送积分', permission: 'user:gift', Dialog: GiftTo }];
