import type { IndexEntry } from '../../../domain/web-archive/cdxj.ts';

/** Finds what the archive has for a request: the next answer to the same question, the last one again where they are used up. */
export interface ResponseFinder {
  find(method: string, url: string): IndexEntry | null;
}

/**
 * Questions are the same when method and address are. Where the archive has no such address, an address counts that differs in values
 * alone which change with each visit: a time, a random number.
 */
export function responseFinder(index: readonly IndexEntry[]): ResponseFinder {
  // A page that asked whether its copy still holds got no body: the answer before has it.
  const whole = index.filter(({ status }) => status !== 304);
  const exact = queues(whole, ({ method, url }) => `${method} ${url}`);
  const close = queues(whole, ({ method, url }) => `${method} ${withoutChanging(url)}`);
  return {
    find(method, url) {
      const [bare = ''] = url.split('#', 1);
      return exact(`${method} ${bare}`) ?? close(`${method} ${withoutChanging(bare)}`);
    },
  };
}

function queues(index: readonly IndexEntry[], keyOf: (entry: IndexEntry) => string): (key: string) => IndexEntry | null {
  const byKey = new Map<string, IndexEntry[]>();
  for (const entry of index) byKey.set(keyOf(entry), [...(byKey.get(keyOf(entry)) ?? []), entry]);
  return (key) => {
    const [next, ...others] = byKey.get(key) ?? [];
    if (others.length > 0) byKey.set(key, others);
    return next ?? null;
  };
}

/** `/a?page=2&_=1767225600123` and `/a?page=2&_=1767225600456` are one. */
function withoutChanging(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  if (query === undefined) return path;
  const parameters = query.split('&').map((parameter) => parameter.replace(/=(?:\d{10,}|0?\.\d+)$/, '=…'));
  return `${path}?${parameters.join('&')}`;
}
