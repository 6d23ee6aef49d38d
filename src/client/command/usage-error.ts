/** The caller's own mistake, told in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
