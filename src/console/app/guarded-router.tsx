import { lazy, Suspense, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';
import { leaving } from '../kit/drafts/leaving.ts';
import { guardedHistory } from './guarded-history.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../kit/ui/confirm-dialog.tsx')).ConfirmDialog }));

/**
 * The console's router: BrowserRouter with a history that asks before unsaved input is lost. The library's own blocker needs its data
 * router, which is twice the code of the rest.
 */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => guardedHistory(createBrowserHistory({ v5Compat: true }), isShown));
  const [shown, setShown] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => history.listen(setShown), [history]);
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={history} useTransitions={false}>
      {children}
      <LeaveQuestion />
    </Router>
  );
}

/** Set by root-view.ts, which cannot be imported here: it loads this module. */
function isShown(): boolean {
  return document.documentElement.dataset['stage'] === 'console';
}

function LeaveQuestion() {
  const waiting = useSyncExternalStore(leaving.subscribe, leaving.current);
  if (!waiting) return null;
  return (
    <Suspense>
      <ConfirmDialog
        title="内容尚未提交"
        text="已填写的内容不会保存，确定离开吗？"
        isLeaving
        confirm={leaving.agree}
        cancel={leaving.stay}
      />
    </Suspense>
  );
}
