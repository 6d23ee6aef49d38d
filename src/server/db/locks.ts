/**
 * Every advisory lock of the database that has a fixed number; a transaction holds it to its end where nothing else is said. Locks over a
 * text (one call, one trade, one platform) take `hashtextextended` of it instead. A new lock takes the next free number.
 */
export const locks = {
  /** Migrations run. A session holds it. */
  migrations: 7_240_001,
  /** Deltas of the lists' counters are moved, or a list is counted anew. Functions of the database take it (migrations/0001_lists.sql). */
  listCounts: 7_240_002,
  /** The demo is written. */
  demo: 7_240_003,
  /** The transparency log grows. */
  log: 7_240_004,
  /** Checkpoints and evidence are put into the queue for timestamps. */
  timestamps: 7_240_005,
  /** A checkpoint's root is taken to a chain. */
  anchoring: 7_240_006,
  /** Applications are given to acceptors. */
  assignment: 7_240_024,
  /** Rows of the trail are linked. */
  trailChain: 7_240_025,
  /** The database is used: every connection shares it for its life, but one that restores a backup, which has it alone. */
  use: 7_240_026,
  /** An office certificate is named in the log. */
  officeListing: 7_240_038,
  /** Events get their places in the feed. A function of the database takes it (migrations/release-1.0/0022_events.sql). */
  events: 7_240_039,
  /** A partition for attempts at webhooks is made. A function of the database takes it (migrations/release-1.0/0023_webhooks.sql). */
  attemptPartitions: 7_240_040,
  /** Attempts at webhooks are taken: so many are under way in all, whichever servers make them. */
  webhookClaims: 7_240_041,
  /** A key that webhooks are signed with is made. */
  webhookKeys: 7_240_042,
  /** Credentials of the office change: their lists stand in the log in the order of the changes. */
  officeCredentials: 7_240_043,
  /** Gaps of the log are measured. */
  logDays: 7_240_044,
  /** Trees of evidence records are made. */
  records: 7_240_046,
  /** The first of two numbers; the second is a release. Every connection shares its release's for its life. */
  releases: 7_240_050,
  /** A backup is made, or old ones are removed. A session holds it. */
  backup: 7_240_053,
} as const;
