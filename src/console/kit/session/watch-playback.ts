import { get } from '../net/call.ts';

/** A playing video or audio element of the page. */
type Playing = Pick<HTMLMediaElement, 'paused' | 'ended' | 'currentTime'>;

interface WatchedPage {
  readonly media: () => Iterable<Playing>;
  readonly isVisible: () => boolean;
  /** Sends a heartbeat, because the operator is present. */
  readonly beat: () => void;
  readonly nowMs: () => number;
}

/**
 * Viewing evidence is activity, although it sends no requests: while a video or audio plays in a visible tab, the session does not become
 * idle. Its absolute end is unchanged. @returns the check, to be called every few seconds.
 */
export function watchPlayback({ media, isVisible, beat, nowMs }: WatchedPage): () => void {
  const seen = new WeakMap<Playing, number>();
  let lastBeatMs = Number.NEGATIVE_INFINITY;
  return () => {
    let isRunning = false;
    for (const one of media()) {
      const before = seen.get(one);
      seen.set(one, one.currentTime);
      // A stalled player also reports that it plays, so its position has to move.
      if (!one.paused && !one.ended && before !== undefined && before !== one.currentTime) isRunning = true;
    }
    if (!isRunning || !isVisible() || nowMs() - lastBeatMs < beatMs) return;
    lastBeatMs = nowMs();
    beat();
  };
}

/** Watches the whole page until the returned function is called. */
export function startWatching(): () => void {
  const check = watchPlayback({
    media: () => mediaIn(document),
    isVisible: () => document.visibilityState === 'visible',
    // The operator's next call reports any failure.
    beat: () => void get('/api/User/getAdminInfo', {}, { quiet: true }).catch(() => undefined),
    nowMs: () => performance.now(),
  });
  const timer = setInterval(check, checkMs);
  return () => clearInterval(timer);
}

const checkMs = 5_000;
const beatMs = 30_000;

/** Media of the page and of its same-origin frames, whose documents the console generated itself. */
function mediaIn(page: Document): HTMLMediaElement[] {
  const frames = [...page.querySelectorAll('iframe')].flatMap(({ contentDocument }) => (contentDocument ? mediaIn(contentDocument) : []));
  return [...page.querySelectorAll<HTMLMediaElement>('video, audio'), ...frames];
}
