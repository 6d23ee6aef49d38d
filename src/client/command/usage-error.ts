/** A mistake of the caller on the command line, reported in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A setting that is missing or wrong, reported in one line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
