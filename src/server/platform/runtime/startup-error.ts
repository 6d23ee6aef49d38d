/** Why the program cannot start, in one English line for the operator's terminal: no stack, no cause chain. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** The operating system's reason in words an operator can act on, such as `EACCES: permission denied`. */
export function systemReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // Node appends the system call and its paths (", open '/…'"); the message that quotes this already names the path.
  return text.split(/, [a-z]+(?: |$)/)[0] ?? text;
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
