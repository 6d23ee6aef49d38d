/** How attempts at an endpoint went, one after the other. */
export interface HealthChange {
  readonly webhookId: string;
  /** The last success among them; null where none succeeded. */
  readonly lastSuccess: Date | null;
  /** The first failure after it, or of all; null where none failed after it. */
  readonly failingSince: Date | null;
  /** Failures after it, or all. */
  readonly failures: number;
}

/** Takes attempts, in the order in which they ended, together by endpoint. @returns one for each, by their ids. */
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
