/** What the shell does when a session ends. */
export interface StagePort {
  /** Ends the session of `token` here and in the other tabs, and goes to /login. */
  leave(token: string): void;
}

let stage: StagePort | undefined;

/** The shell installs itself, before anybody signs in or out. */
export function installStage(port: StagePort): void {
  stage = port;
}

/** Ends the session of `token`; see StagePort. */
export function leave(token: string): void {
  stage?.leave(token);
}
