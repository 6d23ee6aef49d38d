/** The parts of package-lock.json that are read. */
interface Lock {
  readonly packages: Readonly<Record<string, object>>;
}
export function productionPackages(lock: Lock, isThere: (path: string) => boolean, without?: (name: string) => boolean): string[];
export function isNeeded(path: string, faces: ReadonlySet<string>): boolean;
