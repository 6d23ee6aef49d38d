import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type ClientBase, type Pool } from 'pg';
import { isCertificateFault } from '../runtime/faults.ts';
import { errorCode } from '../runtime/startup-error.ts';

/** All in milliseconds. */
export interface SilencePace {
  /** Between two looks at the connections. */
  readonly lookMs: number;
  /** A connection that is asked something and says nothing for so long is silent. */
  readonly silentMs: number;
  /** For how long a new connection is tried, twice, before the database counts as gone. */
  readonly connectMs: number;
  /** A statement that only takes long is asked after again. */
  readonly againMs: number;
}

export const silencePace: SilencePace = { lookMs: 2000, silentMs: 10_000, connectMs: 10_000, againMs: 30_000 };

/**
 * Ends connections whose database is gone without a word: a machine without power, a network that swallows everything. What was sent on
 * them is repeated by the kernel for a quarter of an hour, and Node cannot set TCP_USER_TIMEOUT. So a new connection is asked: where none
 * is given, or where it does not know the silent ones, these end, and their statements fail. A statement that only takes long goes on.
 * @param open a pool of one connection to the same database.
 * @returns what is told of each new connection.
 */
export function silenceWatch(open: () => Pool, pace: SilencePace): (client: ClientBase) => void {
  const watched = new Map<Driver, Listening>();
  let timer: NodeJS.Timeout | undefined;
  let lastLook = 0;
  let isAsking = false;

  const look = (): void => {
    const now = performance.now();
    // A process that could not listen says nothing about who speaks.
    const hasListened = now - lastLook < 2 * pace.lookMs + 1000;
    lastLook = now;
    for (const [driver, listening] of watched) {
      const { bytesRead } = driver.connection.stream;
      if (driver.readyForQuery !== false || bytesRead !== listening.bytesRead || !hasListened) {
        watched.set(driver, { bytesRead, since: now });
      }
    }
    const silent = [...watched].filter(([, { since }]) => now - since >= pace.silentMs).map(([driver]) => driver);
    if (silent.length === 0 || isAsking) return;
    isAsking = true;
    void ask(silent).finally(() => (isAsking = false));
  };
  const ask = async (silent: readonly Driver[]): Promise<void> => {
    const pids = silent.flatMap(({ processID }) => processID ?? []);
    const known = (await knownOf(open, pids)) ?? (await sleep(pace.lookMs).then(() => knownOf(open, pids))) ?? [];
    for (const driver of silent) {
      const listening = watched.get(driver);
      // It has spoken meanwhile.
      if (!listening || driver.connection.stream.bytesRead !== listening.bytesRead) continue;
      if (known.includes(driver.processID ?? 0))
        watched.set(driver, { ...listening, since: performance.now() + pace.againMs - pace.silentMs });
      else driver.connection.stream.destroy(new Error('the database does not answer: its connection is terminated'));
    }
  };

  return (client) => {
    if (!isDriver(client)) return;
    watched.set(client, { bytesRead: -1, since: performance.now() });
    if (!timer) {
      lastLook = performance.now();
      timer = setInterval(look, pace.lookMs).unref();
    }
    client.once('end', () => {
      watched.delete(client);
      if (watched.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  };
}

/** What the driver has, and its types do not tell. */
interface Driver extends ClientBase {
  readonly processID: number | null;
  /** False while something is asked. */
  readonly readyForQuery?: boolean;
  readonly connection: { readonly stream: { readonly bytesRead: number; destroy(error: Error): void } };
}

interface Listening {
  readonly bytesRead: number;
  /** It rests, or has said nothing, since then. */
  readonly since: number;
}

function isDriver(client: ClientBase): client is Driver {
  return 'connection' in client && 'processID' in client;
}

/**
 * Which of these backends the database has, by a connection of its own; null where none is given. Whoever answers at all, and be it that
 * there are too many connections, is not gone: then all of them.
 */
async function knownOf(open: () => Pool, pids: readonly number[]): Promise<readonly number[] | null> {
  const pool = open();
  try {
    const client = await pool.connect().catch((error: unknown) => {
      if (isAnswer(error)) return undefined;
      throw error;
    });
    if (!client) return pids;
    try {
      const {
        rows: [found],
      } = await client.query<{ own: number; known: number[] }>(
        'select pg_backend_pid() as own, array(select pid from pg_stat_activity where pid = any($1::int[])) as known',
        [pids],
      );
      // Behind a pooler a connection has a number that is no backend's.
      return found && isDriver(client) && found.own === client.processID ? found.known : pids;
    } catch {
      return pids;
    } finally {
      client.release(true);
    }
  } catch {
    return null;
  } finally {
    // Whoever is gone does not answer to a farewell either.
    void pool.end().catch(() => undefined);
  }
}

/** A name without an address says nothing about a connection that stands. */
function isAnswer(error: unknown): boolean {
  return error instanceof DatabaseError || isCertificateFault(error) || ['ENOTFOUND', 'EAI_AGAIN'].includes(errorCode(error) ?? '');
}
