/** Histogram bounds in seconds, for work that should take milliseconds. */
export const quickBuckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10] as const;
