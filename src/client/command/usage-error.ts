/** A mistake of the caller, reported in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
