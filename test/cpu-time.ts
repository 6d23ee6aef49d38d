/** Processor time of this process in milliseconds: for limits on what a reader may cost, which a busy machine does not lengthen. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
