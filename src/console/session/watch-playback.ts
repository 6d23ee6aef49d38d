import { get } from '../net/call.ts';

/** What plays: of a film or a sound on the page, as its element tells. */
type Playing = Pick<HTMLMediaElement, 'paused' | 'ended' | 'currentTime'>;

interface WatchedPage {
  readonly media: () => Iterable<Playing>;
  readonly isVisible: () => boolean;
  /** Tells the server that the operator is there. */
  readonly beat: () => void;
  readonly nowMs: () => number;
}

/**
 * Looking at evidence is work, though it asks the server for nothing: while a film or a sound runs in a tab that is looked at, the session
 * does not grow idle. Its absolute end stays what it is. @returns one look at what plays, to be taken every few seconds.
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
    // Whatever is wrong with the answer, the next call of the operator's tells it.
    beat: () => void get('/api/User/getAdminInfo', {}, { quiet: true }).catch(() => undefined),
    nowMs: () => performance.now(),
  });
  const timer = setInterval(check, checkMs);
  return () => clearInterval(timer);
}

const checkMs = 5_000;
const beatMs = 30_000;

/** Those of the page and of the frames within it that have our origin: there the document around a film is our own. */
function mediaIn(page: Document): HTMLMediaElement[] {
  const frames = [...page.querySelectorAll('iframe')].flatMap(({ contentDocument }) => (contentDocument ? mediaIn(contentDocument) : []));
  return [...page.querySelectorAll<HTMLMediaElement>('video, audio'), ...frames];
}
