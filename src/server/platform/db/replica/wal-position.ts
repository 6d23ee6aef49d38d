/** A server's WAL position, and the cluster that the WAL belongs to. */
export interface WalPosition {
  /** Null for a server asked as a replica that is not in recovery, such as one that was promoted: it has a history of its own. */
  readonly lsn: string | null;
  readonly cluster: string;
}

const cluster = '(select system_identifier::text from pg_control_system()) as cluster';
export const positionOfPrimary = `select pg_current_wal_flush_lsn()::text as lsn, ${cluster}`;
export const positionOfReplica = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn, ${cluster}`;

/** Parses a `pg_lsn` such as `16/B374D848` into one number. */
export function lsnOf(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high || '0'}`) << 32n) + BigInt(`0x${low || '0'}`);
}
