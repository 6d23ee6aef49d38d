/** What the shell does when a session ends. */
export interface RootViewPort {
  /** Ends the session of `token` here and in the other tabs, and goes to /login. */
  endSession(token: string): void;
}

let rootView: RootViewPort | undefined;

/** Called by the shell before anybody signs in or out. */
export function installRootView(port: RootViewPort): void {
  rootView = port;
}

/** Ends the session of `token`; see RootViewPort. */
export function endSession(token: string): void {
  rootView?.endSession(token);
}
