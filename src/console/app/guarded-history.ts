import { NavigationType, type Location, type Navigator, type To } from 'react-router';
import { draftsLost, leaveWhenAgreed } from '../kit/drafts/leaving.ts';

/** The part of the router's history that is needed here. */
export interface PlainHistory extends Navigator {
  readonly action: NavigationType;
  readonly location: Location;
  listen(listener: (update: Update) => void): () => void;
}

interface Update {
  readonly action: NavigationType;
  readonly location: Location;
  /** How many entries Back or Forward moved; null if the browser does not tell. */
  readonly delta: number | null;
}

/**
 * A history that asks before every navigation that would lose unsaved input. Links and buttons wait for the answer; Back and Forward are
 * undone first and repeated if the operator agrees.
 * @param isShown whether the page still shows the console. A link that is clicked after the session's end, while the login page loads,
 * leaves the address at /login.
 */
export function guardedHistory(history: PlainHistory, isShown: () => boolean): PlainHistory {
  /** Number of pops that this code causes: back to the form, and away from it after consent. */
  let ownPops = 0;
  const pop = (delta: number) => {
    ownPops += 1;
    history.go(delta);
  };
  const leave = (go: () => void, lost: ReturnType<typeof draftsLost>) => {
    if (isShown()) leaveWhenAgreed(go, lost);
  };
  return {
    ...history,
    get action() {
      return history.action;
    },
    get location() {
      return history.location;
    },
    push: (to: To, state?: unknown, options?: Parameters<Navigator['push']>[2]) =>
      leave(() => history.push(to, state, options), draftsLost(pathOf(to, history.location))),
    replace: (to: To, state?: unknown, options?: Parameters<Navigator['replace']>[2]) =>
      leave(() => history.replace(to, state, options), draftsLost(pathOf(to, history.location), true)),
    listen: (listener) => {
      let isReturning = false;
      return history.listen((update) => {
        if (update.action !== NavigationType.Pop) return listener(update);
        if (ownPops > 0) {
          ownPops -= 1;
          if (isReturning) isReturning = false;
          else listener(update);
          return undefined;
        }
        const { delta } = update;
        const lost = draftsLost(update.location.pathname);
        if (delta === null || delta === 0 || lost.size === 0) return listener(update);
        isReturning = true;
        pop(-delta);
        return leaveWhenAgreed(() => pop(delta), lost);
      });
    },
  };
}

/** The path that a navigation within the console leads to; the router has resolved it. */
function pathOf(to: To, { pathname }: Location): string {
  if (typeof to === 'string') return to.split(/[?#]/)[0] || pathname;
  return to.pathname ?? pathname;
}
