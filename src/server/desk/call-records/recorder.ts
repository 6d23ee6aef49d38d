/** A finished call of the open API. */
export interface CallRecord {
  /** As given in the call. A record with an unknown id is not written. */
  readonly appId: string;
  /** When it began. */
  readonly at: Date;
  /** `POST /open/v1/evidence` */
  readonly call: string;
  readonly status: number;
  readonly ms: number;
  readonly ip: string;
  /** Code and message that the client received; empty for a call that succeeded. */
  readonly refusal: string;
  readonly message: string;
  /** The text that the server expected to be signed, if the signature did not match; else empty. */
  readonly signedOver: string;
  /** Whether its signature was valid. Only then is the caller's identity certain. */
  readonly isSigned: boolean;
}

/** Records calls asynchronously: no call waits for it. */
export interface CallRecorder {
  add(call: CallRecord): void;
  /** Writes all buffered records. @throws if the database fails; the records then stay buffered and are retried. */
  flush(): Promise<void>;
  /** Number of calls not recorded because the buffer was full. */
  readonly lost: number;
}

/**
 * Buffers calls for a second at most, and writes them in one statement. The buffer is bounded, and calls without a valid signature get a
 * small part of it, so that they cannot displace valid ones. A server that is killed loses the last second.
 */
export function callRecorder(
  insert: (calls: readonly CallRecord[]) => Promise<void>,
  alarm: (line: string) => void,
  everyMs = 1000,
): CallRecorder {
  let pending: CallRecord[] = [];
  let unsigned = 0;
  let lost = 0;
  let isFailing = false;
  let isLosing = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    while (pending.length > 0) {
      const batch = pending.splice(0, mostAtOnce);
      const strangers = countUnsigned(batch);
      unsigned -= strangers;
      try {
        await insert(batch);
        isFailing = false;
        isLosing = false;
      } catch (error) {
        pending = [...batch, ...pending];
        unsigned += strangers;
        throw error;
      }
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.catch(() => undefined).then(write);
    return writing;
  };
  const tick = (): void => {
    flush().catch((error: unknown) => {
      if (!isFailing) alarm(`call records cannot be written and will be tried again: ${String(error)}`);
      isFailing = true;
      plan();
    });
  };
  const plan = (): void => void (timer ??= setTimeout(tick, everyMs).unref());

  return {
    add(call) {
      if (pending.length >= mostPending || (!call.isSigned && unsigned >= mostUnsigned)) {
        lost += 1;
        // Forged calls must not cause a log line every second.
        if (call.isSigned && !isLosing) alarm(`calls are not recorded: more than ${mostPending} wait for the database`);
        if (call.isSigned) isLosing = true;
        return;
      }
      if (!call.isSigned) unsigned += 1;
      pending.push(call);
      plan();
    },
    flush,
    get lost() {
      return lost;
    },
  };
}

function countUnsigned(calls: readonly CallRecord[]): number {
  return calls.reduce((sum, { isSigned }) => sum + (isSigned ? 0 : 1), 0);
}

const mostPending = 20_000;
const mostUnsigned = 500;
const mostAtOnce = 5000;
