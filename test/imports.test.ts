import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

/**
 * The folders from the foundation up. A file imports from its own folder, or from a folder that is earlier in this list. A folder that is
 * not listed belongs to its nearest listed parent.
 */
const order = `
domain/codes domain/signatures domain/tlog domain/tlog/consistency domain/tlog/cosignatures domain/tlog/policy domain/tlog/witness
domain/zip domain/text domain/access domain/rules domain/hints domain/media domain/evidence domain/web-archive
domain/platform domain/records domain/guomi domain/cms domain/marks domain/trail
domain/dossier/facts domain/dossier domain/dossier/lines domain/verify domain
contract contract/open
contract/panel contract/console
server/runtime server/telemetry
server/jobs server/postgres server/db server/storage server/zip server/installation server/media server/egress
server/http/limits server/http/observed
server/http/files server/http server/lists server/lists/export server/trail server/two-people server/events server/claims server/acceptors
server/references server/messages server/notes server/timeline server/presence server/file-history
server/session/captcha server/session/passkeys server/session/provider server/session/secrets server/session
server/custody/cms server/custody/timestamps server/custody/chain server/custody/log server/custody/witnesses server/custody/marks
server/custody/evidence
server/custody/objects server/custody/guomi server/custody/documents server/custody/signing server/custody/drawing server/custody/identity
server/custody/platform server/custody/dossier server/custody/records server/custody/package server/custody/zip server/custody/audit
server/custody/publish
server/payments server/call-records server/signed server/open-docs
server/search server/feature server/custody-feature server/feed server/drafts server/points server/sharing
server/single-sign-on server/access server/users server/marks server/clients server/office-credentials server/witnesses server/hints
server/evidence/intake server/evidence/uploads server/evidence
server/captures/archive server/captures/browser/egress server/captures/browser
server/captures/replay server/captures server/recordings
server/notarizations server/orders server/invoices server/releases server/feedback server/webhooks server/sandbox server/online-evidence
server/erasures
server/explorer server/verification server/records server/login-logs server/metrics server/todo server/workbench server/queues
server/views server/system-status server
demo/data demo/pictures demo/files demo/web demo/web/pages demo/office demo
witness
cli/lib cli/verify cli/check cli/backup/place cli/backup cli/mirror cli/commands cli
client/contract client/net client/generate client client/command
console/storage console/net console/preferences console/drafts console/keys console/ui/text console/ui console/ui/detail
console/ui/full-text console/ui/images console/ui/watermark console/session console/list console/screen console/form console/review
console/queue console/panel
console/messages console/certificate/isolated console/certificate console/search console/explorer console/verification console/mobile
console/users console/erasures console/points console/evidence console/notarizations console/online-evidence console/orders console/invoices
console/releases console/feedback console/clients console/webhooks console/office console/witnesses console/system
console/access console/access/roles console/access/own
console/login-logs console/trail console/workbench
console/app/tabs console/app console start
`
  .trim()
  .split(/\s+/);

const root = join(import.meta.dirname, '..');
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
);
const sources = new Map(files.map((path) => [path, readFileSync(join(root, 'src', path), 'utf8')]));
const imports = [...sources].flatMap(([from, source]) => {
  const targets = [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '');
  return targets.map((target) => ({ from, to: relative(root, join(root, dirname(from), target)) }));
});

/** The position of a file's folder; -1 if it is not in the list. */
function placeOf(path: string): number {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const place = order.indexOf(folder);
    if (place >= 0) return place;
  }
  return -1;
}

/** `a/b` of `a/b/c`, and `a`. */
function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === '.' ? [] : [above, ...foldersAbove(above)];
}

/** Each circle as its path, once for every arrow that closes it. */
function circlesOf(arrows: readonly { readonly from: string; readonly to: string }[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const circles: string[][] = [];
  const walk = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path]);
    if (done.has(path) || way.includes(path)) return;
    for (const target of next.get(path) ?? []) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of next.keys()) walk(path, []);
  return circles;
}

it('gives every file a place', () => {
  expect(files.filter((path) => placeOf(path) < 0)).toEqual([]);
});

it('runs every import to the file’s own folder or to an earlier one', () => {
  const wrong = imports.filter(({ from, to }) => placeOf(to) > placeOf(from));
  expect(wrong).toEqual([]);
});

it('keeps server and console apart', () => {
  const floorOf = (path: string) => path.split('/')[0];
  const wrong = imports.filter(
    ({ from, to }) =>
      (floorOf(from) === 'console' && !['domain', 'contract', 'console'].includes(floorOf(to) ?? '')) ||
      (floorOf(from) === 'server' && floorOf(to) === 'console'),
  );
  expect(wrong).toEqual([]);
});

it('gives a folder and all that lies in it one place: an arrow between two folders has one direction, however deep one looks', () => {
  const parents = new Set(order.flatMap((folder) => foldersAbove(folder)));
  const apart = [...parents].filter((parent) => {
    const places = order.flatMap((folder, place) => (folder === parent || folder.startsWith(`${parent}/`) ? [place] : []));
    return Math.max(...places) - Math.min(...places) >= places.length;
  });
  expect(apart).toEqual([]);
});

it('lets the simulator’s model know nothing of the servers, and its folders only of earlier ones', () => {
  const simulator = ['model', 'commands', 'environment', 'play', 'end', ''];
  const folder = join(root, 'test/simulate');
  const sourcesThere = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const arrows = sourcesThere.flatMap((from) =>
    [...readFileSync(join(folder, from), 'utf8').matchAll(/from '(\.[^']+)'/g)].map((match) => ({
      from,
      to: join(dirname(from), match[1] ?? ''),
    })),
  );
  const placeIn = (path: string): number => simulator.indexOf(path.includes('/') ? (path.split('/')[0] ?? '') : '');
  expect(arrows.filter(({ from, to }) => !to.startsWith('..') && placeIn(to) > placeIn(from))).toEqual([]);
  expect(arrows.filter(({ from, to }) => to.startsWith('..') && placeIn(from) <= 1)).toEqual([]);
});

it('has no circle of files', () => {
  expect(circlesOf(imports)).toEqual([]);
});

it('has no circle of folders, however deep one looks', () => {
  const segments = order.map((folder) => folder.split('/'));
  const deepest = Math.max(...segments.map(({ length }) => length));
  const folderOf = (path: string, depth: number): string => segments[placeOf(path)]?.slice(0, depth).join('/') ?? '';
  for (let depth = 1; depth <= deepest; depth += 1) {
    const arrows = imports.map(({ from, to }) => ({ from: folderOf(from, depth), to: folderOf(to, depth) }));
    expect(circlesOf(arrows.filter(({ from, to }) => from !== to))).toEqual([]);
  }
});

it('keeps the domain pure: it imports nothing of Node, and of packages only those that run in a browser alike', () => {
  const wrong = files
    .filter((path) => path.startsWith('domain/'))
    .flatMap((path) =>
      [...(sources.get(path) ?? '').matchAll(/(?:from|import)\s*\(?\s*'([^.'][^']*)'/g)].map((match) => `${path}: ${match[1] ?? ''}`),
    )
    .filter((found) => !/: (?:@noble\/(?:hashes|curves|post-quantum)\/|asn1js$|pkijs$)/.test(found));
  expect(wrong).toEqual([]);
});
