/** A call of the open API, as it ended. */
export interface CallRecord {
  /** As the call named it; one that no client has is not written. */
  readonly appId: string;
  /** When it began. */
  readonly at: Date;
  /** `POST /open/v1/evidence` */
  readonly call: string;
  readonly status: number;
  readonly ms: number;
  readonly ip: string;
  /** Code and message that the client was told; empty for a call that was carried out. */
  readonly refusal: string;
  readonly message: string;
  /** The text that its signature did not fit; else empty. */
  readonly signedOver: string;
  /** Whether its signature was right: only then it is sure whose call it was. */
  readonly isSigned: boolean;
}

/** Writes calls down beside them: no call waits for it. */
export interface CallRecorder {
  add(call: CallRecord): void;
  /** Writes what is there now. @throws where the database does not take it: it is kept, and tried again. */
  flush(): Promise<void>;
  /** Calls that were not written down, since more came than are kept. */
  readonly lost: number;
}

/**
 * Keeps calls for a second at most, and writes them in one statement. What is kept is bounded, and calls without a right signature have a
 * small part of it: nobody drives out another's. A server that is killed loses the last second.
 */
export function callRecorder(
  insert: (calls: readonly CallRecord[]) => Promise<void>,
  alarm: (line: string) => void,
  everyMs = 1000,
): CallRecorder {
  let kept: CallRecord[] = [];
  let unsigned = 0;
  let lost = 0;
  let isFailing = false;
  let isLosing = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    while (kept.length > 0) {
      const batch = kept.splice(0, mostAtOnce);
      const strangers = countUnsigned(batch);
      unsigned -= strangers;
      try {
        await insert(batch);
        isFailing = false;
        isLosing = false;
      } catch (error) {
        kept = [...batch, ...kept];
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
      if (kept.length >= mostKept || (!call.isSigned && unsigned >= mostUnsigned)) {
        lost += 1;
        // Forged calls are not worth a line each second.
        if (call.isSigned && !isLosing) alarm(`calls are not recorded: more than ${mostKept} wait for the database`);
        if (call.isSigned) isLosing = true;
        return;
      }
      if (!call.isSigned) unsigned += 1;
      kept.push(call);
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

const mostKept = 20_000;
const mostUnsigned = 500;
const mostAtOnce = 5000;
