import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation, type Location } from 'react-router';
import { forgetOthersDrafts } from '../drafts/draft-prefix.ts';
import { SessionCountdown } from '../session/session-countdown.tsx';
import { startWatching } from '../session/watch-playback.ts';
import { rememberLanding } from './early.ts';
import { guard } from '../session/guard.ts';
import { firstPage, homeOf } from '../session/menu.ts';
import { Forbidden, NotFound, Notice } from '../ui/notices.tsx';
import { useLoadOperator, useOperator, OperatorProvider } from '../session/operator.tsx';
import { PageKeys } from './keys/page-keys.tsx';
import { ScreenSlot } from './screen-slot.tsx';
import { matchScreen, redirects, screens } from './screens.tsx';
import { tabsChoice } from '../preferences/choices.ts';
import { usePreference } from '../preferences/use-preference.ts';
import { Sidebar } from './sidebar.tsx';
import { TitleRow } from './title-row.tsx';
import { useNarrow } from './menu/use-narrow.ts';
import { Topbar } from './topbar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FullTextTip } from '../ui/full-text/full-text-tip.tsx';
import { RetryButton } from '../ui/retry-button.tsx';

const Watermark = lazy(async () => ({ default: (await import('../ui/watermark/watermark.tsx')).Watermark }));
const Tabbed = lazy(async () => ({ default: (await import('./tabs/tabbed.tsx')).Tabbed }));
const GivenPassword = lazy(async () => ({ default: (await import('../access/own/given-password.tsx')).GivenPassword }));
const SetUpTotp = lazy(async () => ({ default: (await import('../access/own/totp-setup.tsx')).RequiredTotp }));
const SetUpTotpNow = lazy(async () => ({ default: (await import('../access/own/totp-required.tsx')).RequiredTotpDialog }));

/** Sidebar, top bar, title row and the screen of the address. `arriving`: the operator has just signed in. */
export function Frame({ arriving }: { arriving: boolean }) {
  const { operator, error, retry } = useLoadOperator();
  const { pathname } = useLocation();
  const [isNarrow, setNarrow] = useNarrow();
  const [isLanding, setLanding] = useState(arriving);
  // A login leads to the first page of the menu; any other visit to an open route leads to the home page.
  const first = operator && firstPage(operator.groups);
  const target = isLanding ? first : operator && homeOf(operator.groups);
  const isRedirecting = isLanding ? pathname !== first : guard(pathname, true).kind === 'go';
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
    if (uid !== undefined) forgetOthersDrafts(uid);
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
        {Object.entries(redirects).map(([from, to]) => (
          <Route key={from} path={from} caseSensitive element={<Navigate to={to} replace />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}

function Unreachable({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Notice title="暂时无法打开" action={<RetryButton retry={retry} />}>
      {message}
    </Notice>
  );
}
