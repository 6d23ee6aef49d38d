import measured from './service-times.json' with { type: 'json' };

/** What one piece of work takes, measured: `service-times.json` says where each comes from. Milliseconds of a processor, where not said. */
export interface ServiceTimes {
  /** A piece of evidence of 4 KB: the server's main thread, and all that PostgreSQL does for it, later work included. */
  readonly intakeMainMs: number;
  readonly intakePostgresMs: number;
  /** Until the store has it: nobody here computes. */
  readonly storeMs: number;
  /** A commit's way to the disk. */
  readonly commitMs: number;
  /** A statement that keeps a batch, whatever it holds. */
  readonly batchMs: number;
  /** Later work of one piece, which one server at a time does: of PostgreSQL, and of that server while it holds the lock. */
  readonly logEntryPostgresMs: number;
  readonly logEntryServerMs: number;
  readonly trailRowPostgresMs: number;
  readonly trailRowServerMs: number;
  /** A page of a list, or the workbench. */
  readonly callMainMs: number;
  readonly callPostgresMs: number;
}

/** What a piece of evidence leaves behind, in bytes, and what a process holds of PostgreSQL at most. */
export interface Sizes {
  readonly evidenceBytes: number;
  readonly evidenceLogBytes: number;
  readonly connectionsOfServer: number;
  readonly connectionsOfWorker: number;
}

type Measured = Record<keyof (ServiceTimes & Sizes), { readonly value: number; readonly from: string }>;

/** Every number of the file, with where it comes from. */
export const origins: Measured = measured;

export function readTimes(of: Measured = measured): ServiceTimes & Sizes {
  const values = Object.entries(of).map(([name, { value }]) => [name, value] as const);
  for (const [name, value] of values) if (!(value >= 0)) throw new Error(`service-times.json: ${name} is no time`);
  return Object.fromEntries(values) as unknown as ServiceTimes & Sizes;
}
