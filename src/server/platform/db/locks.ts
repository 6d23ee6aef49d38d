/**
 * Every advisory lock with a fixed number. Unless stated otherwise, a transaction holds it until its end. Locks keyed by a text (one call,
 * one trade, one platform) use `hashtextextended` of the text instead. A new lock takes the next free number.
 */
export const locks = {
  /** Running migrations. Held by a session. */
  migrations: 7_240_001,
  /** Applying deltas to the lists' counters, or recounting a list. Taken by database functions (migrations/baseline/0001_lists.sql). */
  listCounts: 7_240_002,
  /** Writing the demo data. */
  demo: 7_240_003,
  /** Appending to the transparency log. */
  log: 7_240_004,
  /** Queueing checkpoints and evidence for timestamps. */
  timestamps: 7_240_005,
  /** Anchoring a checkpoint's root on a chain. */
  anchoring: 7_240_006,
  /** Assigning applications to acceptors. */
  assignment: 7_240_024,
  /** Linking rows of the trail into the hash chain. */
  trailChain: 7_240_025,
  /** Using the database: every connection shares it for its lifetime; a connection that restores a backup holds it exclusively. */
  use: 7_240_026,
  /** Listing an office certificate in the log. */
  officeListing: 7_240_038,
  /** Assigning events their places in the feed. Taken by a database function (migrations/release-1.0/0022_events.sql). */
  events: 7_240_039,
  /** Creating a partition for webhook attempts. Taken by a database function (migrations/release-1.0/0023_webhooks.sql). */
  attemptPartitions: 7_240_040,
  /** Claiming webhook attempts, so that the limit of concurrent attempts holds across all servers. */
  webhookClaims: 7_240_041,
  /** Creating a key that signs webhooks. */
  webhookKeys: 7_240_042,
  /** Changing office credentials, so that their lists enter the log in the order of the changes. */
  officeCredentials: 7_240_043,
  /** Measuring the gaps of the log. */
  logDays: 7_240_044,
  /** Building the trees of evidence records. */
  records: 7_240_046,
  /** First key of a two-key lock whose second key is a release. Every connection shares its release's lock for its lifetime. */
  releases: 7_240_050,
  /** Making a backup or removing old ones. Held by a session. */
  backup: 7_240_053,
  /** Building indexes that servers do not wait for. Held by a session. */
  lateIndexes: 7_240_054,
  /** Choosing whose capture is next. */
  captureTurns: 7_240_055,
} as const;
