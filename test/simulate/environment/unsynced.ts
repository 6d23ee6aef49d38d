import { dirname, sep } from 'node:path';

/** A name that was made since it is looked at. */
interface Entry {
  readonly path: string;
  /** Bytes were written that no sync followed. */
  isDirty: boolean;
  /** Its folder was synced, so that the name lasts. */
  isNamed: boolean;
}

/** What a loss of power takes: names whose folder was not synced, and bytes that were not. */
export class Unsynced {
  readonly #entries = new Map<string, Entry>();

  /** What a call that went well means for what lasts. */
  follow(name: string, args: readonly unknown[], result: unknown): void {
    const [path, second] = args.map(String);
    if (path === undefined) return;
    if (name === 'open' && /[wa]/.test(second ?? 'r')) this.#made(path);
    if (name === 'writeFile') this.dirty(path);
    if (name === 'mkdir' && typeof result === 'string')
      for (let folder = path; folder.length >= result.length; folder = dirname(folder)) this.#made(folder);
    if (name === 'rm' || name === 'rmdir') this.#removed(path);
    if (name === 'rename' && second !== undefined) this.#renamed(path, second);
  }

  dirty(path: string): void {
    this.#made(path).isDirty = true;
  }

  synced(path: string): void {
    const own = this.#entries.get(path);
    if (own) own.isDirty = false;
    for (const entry of this.#entries.values()) if (dirname(entry.path) === path) entry.isNamed = true;
  }

  /** @returns what is gone, and what is there without its bytes; from here on all that is left lasts. */
  lose(): { readonly gone: readonly string[]; readonly empty: readonly string[] } {
    const all = [...this.#entries.values()];
    this.#entries.clear();
    const pathsOf = (fits: (entry: Entry) => boolean): string[] => all.filter(fits).map(({ path }) => path);
    return { gone: pathsOf(({ isNamed }) => !isNamed), empty: pathsOf(({ isNamed, isDirty }) => isNamed && isDirty) };
  }

  #made(path: string): Entry {
    const entry = this.#entries.get(path) ?? { path, isDirty: false, isNamed: false };
    this.#entries.set(path, entry);
    return entry;
  }

  #removed(path: string): void {
    for (const known of this.#entries.keys()) if (known === path || known.startsWith(path + sep)) this.#entries.delete(known);
  }

  /** Where a lasting name is replaced, one of the two files is there in any case. */
  #renamed(from: string, to: string): void {
    const [moved, replaced] = [this.#entries.get(from), this.#entries.get(to)];
    this.#entries.delete(from);
    this.#entries.set(to, { path: to, isDirty: moved?.isDirty ?? false, isNamed: replaced?.isNamed ?? false });
  }
}
