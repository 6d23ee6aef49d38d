import { get } from '../net/call.ts';

/** A playing video or audio element of the page. */
type Playing = Pick<HTMLMediaElement, 'paused' | 'ended' | 'currentTime'>;

interface WatchedPage {
  readonly media: () => Iterable<Playing>;
  readonly isVisible: () => boolean;
  /** Sends a heartbeat: the operator is there. */
  readonly beat: () => void;
  readonly nowMs: () => number;
}

/**
 * Looking at evidence is work, though it asks the server for nothing: while a video or audio plays in a visible tab, the session
 * does not grow idle. Its absolute end stays what it is. @returns the check, to be called every few seconds.
 */
export function watchPlayback({ media, isVisible, beat, nowMs }: WatchedPage): () => void {
  const seen = new WeakMap<Playing, number>();
  let lastBeatMs = Number.NEGATIVE_INFINITY;
  return () => {
    let isRunning = false;
    for (const one of media()) {
      const before = seen.get(one);
      seen.set(one, one.currentTime);
      // One that waits for its bytes says that it plays; it has to move.
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
    // Whatever is wrong with the answer, the next call of the operator's shows it.
    beat: () => void get('/api/User/getAdminInfo', {}, { quiet: true }).catch(() => undefined),
    nowMs: () => performance.now(),
  });
  const timer = setInterval(check, checkMs);
  return () => clearInterval(timer);
}

const checkMs = 5_000;
const beatMs = 30_000;

/** Those of the page and of the frames within it that have our origin: there the document around a video is our own. */
function mediaIn(page: Document): HTMLMediaElement[] {
  const frames = [...page.querySelectorAll('iframe')].flatMap(({ contentDocument }) => (contentDocument ? mediaIn(contentDocument) : []));
  return [...page.querySelectorAll<HTMLMediaElement>('video, audio'), ...frames];
}
