import type { IndexEntry } from '../../../../domain/proof/web-archive/cdxj.ts';

/** Finds the archived response to a request: the next one for the same request, or the last one again when all are used. */
export interface ResponseFinder {
  find(method: string, url: string): IndexEntry | null;
}

/**
 * Requests are equal if method and address are. If the archive lacks an address, one matches that differs only in values which change with
 * each visit: a time, a random number.
 */
export function responseFinder(index: readonly IndexEntry[]): ResponseFinder {
  // A 304 has no body; the response before it has.
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

/** `/a?page=2&_=1767225600123` and `/a?page=2&_=1767225600456` count as equal. */
function withoutChanging(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  if (query === undefined) return path;
  const parameters = query.split('&').map((parameter) => parameter.replace(/=(?:\d{10,}|0?\.\d+)$/, '=…'));
  return `${path}?${parameters.join('&')}`;
}
