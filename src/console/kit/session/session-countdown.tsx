import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { asBackgroundCall } from '../net/background-call.ts';
import { get } from '../net/call.ts';
import { openChannel, type Channel } from '../storage/storage.ts';
import { sessionClock, type NearEnd } from './session-clock.ts';

const CountdownDialog = lazy(async () => ({ default: (await import('./countdown-dialog.tsx')).CountdownDialog }));

/** Warns before the session ends, and renews an idle one on a click. */
export function SessionCountdown() {
  const [end, setEnd] = useState<NearEnd>();
  const [isSeen, setSeen] = useState(false);
  const clock = useRef<ReturnType<typeof sessionClock>>(undefined);
  const otherTabs = useRef<Channel>(undefined);
  useEffect(() => {
    const running = sessionClock({
      ask: () => asBackgroundCall(() => get('/api/user/sessionLeft', {}, { quiet: true })),
      show: setEnd,
      nowMs: Date.now,
    });
    const channel = openChannel('session-clock');
    const check = () => void running.check();
    const checkWhenVisible = () => document.visibilityState === 'visible' && check();
    channel.addEventListener('message', check);
    document.addEventListener('visibilitychange', checkWhenVisible);
    clock.current = running;
    otherTabs.current = channel;
    return () => {
      running.stop();
      channel.close();
      otherTabs.current = undefined;
      document.removeEventListener('visibilitychange', checkWhenVisible);
    };
  }, []);
  if (!end || (end.isFinal && isSeen)) return null;

  const goOn = async () => {
    if (end.isFinal) {
      setSeen(true);
      return;
    }
    setEnd(undefined);
    // An operator's call, which renews the session. The clock's own call shows the result.
    await get('/api/User/getAdminInfo', {}, { quiet: true }).catch(() => undefined);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
    otherTabs.current?.postMessage('renewed');
    await clock.current?.check();
  };
  return (
    <Suspense>
      <CountdownDialog end={end} goOn={() => void goOn()} />
    </Suspense>
  );
}
