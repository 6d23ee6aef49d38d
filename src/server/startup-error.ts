/** The server cannot start, and the operator of the machine can tell why from one English line. */
export class StartupError extends Error {
  override name = 'StartupError';
}
