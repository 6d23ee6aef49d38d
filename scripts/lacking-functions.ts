import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import type { Plugin } from 'vite';

/** The oldest browsers that the console works in. 360, QQ and Sogou are built on Chrome 109, the last one for Windows 7. */
export const oldestBrowsers = { chrome: 109, edge: 109, firefox: 115, safari: 16 };

type Browser = keyof typeof oldestBrowsers;
const browsers = Object.keys(oldestBrowsers) as Browser[];

/** Fails a build whose scripts, those of packages included, call a function that one of the oldest browsers lacks. */
export function refuseLackingFunctions(): Plugin {
  return {
    name: 'lacking-functions',
    apply: 'build',
    generateBundle(_options, bundle) {
      const scripts = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const faults = scripts.flatMap(({ fileName, code }) => lackingCalls(code).map((call) => `${fileName}: ${call}`));
      if (faults.length > 0) this.error(`calls that ${browsers.join(', ')} of the build's target do not all have:\n${faults.join('\n')}`);
    },
  };
}

/**
 * The lacking functions that a script calls, each with the text around its first call. A function that the script tests for
 * (`Error.captureStackTrace && …`, `?.(`, `typeof`) or has itself is left out.
 */
export function lackingCalls(code: string): string[] {
  // Ant Design builds this one on demand, for a rule that no form of ours has.
  const built = code.replaceAll(/includeBoundaries\?`[^`]*`/g, '');
  return [...lookbehinds(built), ...callsIn(code)];
}

/** Safari has none before 16.4, and such an expression ends the script that holds it. */
function lookbehinds(code: string): string[] {
  const at = code.search(/\(\?<[=!]/);
  return at === -1 ? [] : [`a lookbehind in ${code.slice(Math.max(0, at - 40), at + 60)}`];
}

function callsIn(code: string): string[] {
  return lackingFunctions().flatMap(({ written, call, handled }) => {
    const at = code.search(call);
    return at === -1 || handled.test(code) ? [] : [`${written} in ${code.slice(Math.max(0, at - 40), at + 60)}`];
  });
}

interface Lacking {
  /** As a script writes it: `URL.canParse`, `.toSorted`, `new DecompressionStream`. */
  readonly written: string;
  readonly call: RegExp;
  /** Finds that the script tests for the function first, or has a method of that name itself. */
  readonly handled: RegExp;
}

let listed: Lacking[] | undefined;

/**
 * MDN's compatibility data, read once. A method is known by its name alone, so the list has only names of several words that no older
 * function has: `union` or `take` may be a package's own. TypeScript's library ES2023 lacks those by type.
 */
function lackingFunctions(): Lacking[] {
  if (listed) return listed;
  const { javascript, api } = compatData();
  const builtins = membersOf(javascript['builtins'] ?? {});
  const classes = membersOf(api).map((member) => ({ ...member, name: member.name.replace(/_static$/, '') }));
  const older = new Set([...builtins, ...classes].filter(({ lacks }) => !lacks).map(({ name }) => name));
  const methods = builtins.filter(({ name, lacks }) => lacks && !older.has(name) && /^[a-z]+[A-Z]/.test(name));
  const statics = [...builtins, ...classes].filter(({ name, lacks }) => lacks && /^[a-z]\w+$/.test(name));
  const constructors = classes.filter(({ owner, name, lacks }) => lacks && owner === name);
  const written = new Set([
    ...constructors.map(({ name }) => `new ${name}`),
    ...methods.map(({ name }) => `.${name}`),
    ...statics.map(({ owner, name }) => `${owner}.${name}`),
  ]);
  listed = [...written].map((name) => ({ written: name, call: callOf(name), handled: handledBy(name) }));
  return listed;
}

function callOf(written: string): RegExp {
  return new RegExp(`${pattern(written)}\\(`);
}

function handledBy(written: string): RegExp {
  if (written.startsWith('new ')) return new RegExp(`typeof ${written.slice(4)}\\b|\\.${written.slice(4)}\\b`);
  const found = pattern(written);
  const own = written.startsWith('.') ? `|[{};,]${written.slice(1)}\\([^()]*\\)\\{` : '';
  return new RegExp(`${found}(?:&&|\\?\\.\\()|typeof [\\w.()[\\]]*${found}\\b${own}`);
}

function pattern(written: string): string {
  return (written.startsWith('.') ? '' : '\\b') + written.replace('.', '\\.');
}

function membersOf(group: Identifier): { owner: string; name: string; lacks: boolean }[] {
  return Object.entries(group).flatMap(([owner, members]) =>
    Object.entries(members as Record<string, Identifier>).flatMap(([name, { __compat: statement }]) =>
      statement === undefined ? [] : [{ owner, name, lacks: browsers.some((browser) => !has(statement, browser)) }],
    ),
  );
}

function has({ support }: CompatStatement, browser: Browser): boolean {
  const stated: SimpleSupportStatement[] = [support[browser] ?? []].flat();
  return stated.some(({ version_added: added, version_removed: removed, flags, prefix }) => {
    const usable = removed === undefined && flags === undefined && prefix === undefined;
    return usable && typeof added === 'string' && Number.parseFloat(added.replace('≤', '')) <= oldestBrowsers[browser];
  });
}

function compatData(): CompatData {
  return JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'));
}
