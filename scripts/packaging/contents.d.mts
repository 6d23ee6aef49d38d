/** The parts of package-lock.json that are read. */
interface Lock {
  readonly packages: Readonly<Record<string, object>>;
}
export function productionPackages(lock: Lock, isThere: (path: string) => boolean, without?: (name: string) => boolean): string[];
export function copyBuilt(
  root: string,
  folder: string,
  what: { readonly paths: readonly string[]; readonly without: (name: string) => boolean },
): void;
export function isNeeded(path: string, faces: ReadonlySet<string>): boolean;
