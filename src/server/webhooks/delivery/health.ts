/** The result of successive attempts at one endpoint. */
export interface HealthChange {
  readonly webhookId: string;
  /** Time of the last success; null if none succeeded. */
  readonly lastSuccess: Date | null;
  /** Time of the first failure after the last success; null if there is none. */
  readonly failingSince: Date | null;
  /** Number of failures after the last success. */
  readonly failures: number;
}

/** Groups attempts by endpoint. @param attempts in the order in which they ended. @returns one change per endpoint, ordered by id. */
export function foldHealth(
  attempts: readonly { readonly webhookId: string; readonly at: Date; readonly succeeded: boolean }[],
): HealthChange[] {
  const changes = new Map<string, HealthChange>();
  for (const { webhookId, at, succeeded } of attempts) {
    const before = changes.get(webhookId) ?? { webhookId, lastSuccess: null, failingSince: null, failures: 0 };
    changes.set(
      webhookId,
      succeeded
        ? { webhookId, lastSuccess: at, failingSince: null, failures: 0 }
        : { ...before, failingSince: before.failingSince ?? at, failures: before.failures + 1 },
    );
  }
  return [...changes.values()].toSorted((one, other) => Number(BigInt(one.webhookId) - BigInt(other.webhookId)));
}
