import { formatTime } from '../../../domain/kit/text/time.ts';

/** State of the login page's history entry: why the session ended, still readable hours later or after a reload. */
interface EndedState {
  readonly ended: Ended;
}
interface Ended {
  readonly lines: readonly string[];
  readonly atMs: number;
  /** The page that was left, for the same operator's next sign-in. */
  readonly left?: LeftPage;
}
export interface LeftPage {
  readonly uid: string;
  /** Path and query. */
  readonly url: string;
}

/** @param lines empty ones are dropped; null if none remain. */
export function endedState(lines: readonly string[], left?: LeftPage, atMs = Date.now()): EndedState | null {
  const said = lines.filter((line) => line !== '');
  return said.length === 0 ? null : { ended: { lines: said, atMs, ...(left && { left }) } };
}

/** Why the session ended and what happened to unsaved input; nothing after signing out. */
export function EndedNote() {
  const ended = endedIn(history.state);
  if (!ended) return null;
  return (
    <div className="login-ended" role="status">
      {ended.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="hint num">{formatTime(new Date(ended.atMs))}</p>
    </div>
  );
}

/** The note in a history state; undefined if it has another form. */
export function endedIn(state: unknown): Ended | undefined {
  const ended: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'ended') : undefined;
  if (typeof ended !== 'object' || ended === null) return undefined;
  const lines: unknown = Reflect.get(ended, 'lines');
  const atMs: unknown = Reflect.get(ended, 'atMs');
  if (!Array.isArray(lines) || typeof atMs !== 'number') return undefined;
  const left: unknown = Reflect.get(ended, 'left');
  return { lines: lines.filter((line) => typeof line === 'string'), atMs, ...(isLeftPage(left) && { left }) };
}

function isLeftPage(value: unknown): value is LeftPage {
  if (typeof value !== 'object' || value === null) return false;
  const url: unknown = Reflect.get(value, 'url');
  // A path of this origin: `//host` is another one.
  return typeof url === 'string' && /^\/(?!\/)/.test(url) && typeof Reflect.get(value, 'uid') === 'string';
}
