import measured from './service-times.json' with { type: 'json' };

/**
 * Measured cost of one piece of work; `service-times.json` states the source of each. Milliseconds of a processor, unless stated otherwise.
 */
export interface ServiceTimes {
  /** A piece of evidence of 4 KB: the server's main thread, and PostgreSQL including later work. */
  readonly intakeMainMs: number;
  readonly intakePostgresMs: number;
  /** Waiting time for the store, without processor use. */
  readonly storeMs: number;
  /** Duration of a commit's flush. */
  readonly commitMs: number;
  /** Fixed cost of a statement that stores a batch. */
  readonly batchMs: number;
  /** Later work per piece, which one server at a time does: in PostgreSQL, and in that server while it holds the lock. */
  readonly logEntryPostgresMs: number;
  readonly logEntryServerMs: number;
  readonly trailRowPostgresMs: number;
  readonly trailRowServerMs: number;
  /** A page of a list, or the workbench. */
  readonly callMainMs: number;
  readonly callPostgresMs: number;
}

/** Bytes that a piece of evidence adds, and the maximum number of PostgreSQL connections of a process. */
export interface Sizes {
  readonly evidenceBytes: number;
  readonly evidenceLogBytes: number;
  readonly connectionsOfServer: number;
  readonly connectionsOfWorker: number;
}

type Measured = Record<keyof (ServiceTimes & Sizes), { readonly value: number; readonly from: string }>;

/** Every number of the file, with its source. */
export const origins: Measured = measured;

export function readTimes(of: Measured = measured): ServiceTimes & Sizes {
  const values = Object.entries(of).map(([name, { value }]) => [name, value] as const);
  for (const [name, value] of values) if (!(value >= 0)) throw new Error(`service-times.json: ${name} is no time`);
  return Object.fromEntries(values) as unknown as ServiceTimes & Sizes;
}
