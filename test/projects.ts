import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lacking } from '../scripts/tools/tools.mjs';
import { partOf } from './rounds.ts';

/** Files that replace one of Node's modules: the modules that they load must not reach another file. */
export const replacingTests = [
  'src/server/platform/storage/local-durability.test.ts',
  'src/server/business/evidence/intake/disk-full.test.ts',
];

/** As `replacingTests`, only in `test:ci` and `test:all`: it takes a minute of one processor, and with `NTH_ALL=1` many. */
export const fileFaultTests = ['test/simulate/nth-file-fault.test.ts'];

/** Real pages in a real Chromium; a dozen of them also in `npm test`, where there is one. */
export const pageTests = ['test/pages/corpus.test.ts'];

/** The statements project, run after all others. */
export const statementTests = ['test/rules/statements.test.ts'];

/**
 * Run on the embedded PostgreSQL and on the system's: the suites that rely on triggers, lists, sequences, locks and backup. Every function
 * of the schema runs in one of them (test/rules/statements.test.ts).
 */
export const onBothVersions = existsSync('/usr/lib/postgresql')
  ? [
      'src/cli/backup/{backup,restore,restore-alone,restore-refused}.test.ts',
      'src/cli/verify/stamped-package.test.ts',
      'src/server/desk/call-records/call-records.test.ts',
      'src/server/business/captures/queue.test.ts',
      'src/server/custody/log/{append,sequencer}.test.ts',
      'src/server/custody/timestamps/stamping.test.ts',
      'src/server/custody/witnesses/{forget,fork}.test.ts',
      'src/server/platform/db/{lost-connections,migrate}.test.ts',
      'src/server/desk/events/sequencer.test.ts',
      'src/server/business/erasures/erasures.test.ts',
      'src/server/business/evidence/intake/{evidence,refusals}.test.ts',
      'src/server/business/invoices/{invoices,red-flush,review}.test.ts',
      'src/server/business/notarizations/documents/deliver.test.ts',
      'src/server/platform/jobs/jobs.test.ts',
      'src/server/desk/lists/counters.test.ts',
      'src/server/access/login-logs/logs.test.ts',
      'src/server/publishing/office-credentials/office-credentials.test.ts',
      'src/server/business/marks/marks.test.ts',
      'src/server/business/orders/order-lists.test.ts',
      'src/server/business/points/{balance-list,ledger,reversal}.test.ts',
      'src/server/access/session/session.test.ts',
      'src/server/desk/trail/{trail,trail-list}.test.ts',
      'src/server/business/users/{users,review}.test.ts',
      'src/server/open/webhooks/delivery/deliverer.test.ts',
    ]
  : [];

/**
 * Run again on the system's PostgreSQL behind PgBouncer, which pools sessions: sign-in, lists, exports, intake, locks of a session, copies,
 * webhooks.
 */
export const onPooler =
  onBothVersions.length > 0 && lacking('pgbouncer') === null
    ? partOf([
        'src/cli/backup/{backup,restore}.test.ts',
        'src/server/custody/log/sequencer.test.ts',
        'src/server/platform/db/{lost-connections,migrate}.test.ts',
        'src/server/business/evidence/intake/evidence.test.ts',
        'src/server/platform/jobs/jobs.test.ts',
        'src/server/desk/lists/counters.test.ts',
        'src/server/desk/lists/export/exports.test.ts',
        'src/server/access/session/session.test.ts',
        'src/server/business/users/users.test.ts',
        'src/server/open/webhooks/delivery/deliverer.test.ts',
      ])
    : [];

const root = join(import.meta.dirname, '..');
const apart = new Set([...replacingTests, ...fileFaultTests, ...pageTests, ...statementTests]);
const sources = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
);
const files = sources.filter((path) => /\.test\.tsx?$/.test(path) && !apart.has(path));

/** What starts more than a database: another process, an object store, a browser, a thread, the whole demo. */
const startsProcesses =
  /'cluster'|\bstartS3\(|child_process|playwright|\/servers\/|Postgres\(|[tT]hreads?\b|\bdemoTemplate\(|\bdrawnPictures\(/;
const startsDatabase = /\btest(?:App|Database)\(|\b\w*[nN]ewDatabase\(/;
const matching = (pattern: RegExp) => (path: string) => pattern.test(readFileSync(join(root, path), 'utf8'));

/** Real servers, as `npm start` runs them, and a real Chromium: files that only read share one server, the others have one each. */
const allBrowserTests = sources.filter((path) => path.endsWith('.e2e.ts'));
export const readingTests = allBrowserTests.filter(matching(/\breadingInstallation\(/));
export const browserTests = allBrowserTests.filter((path) => !readingTests.includes(path));

/** Tests with a database of their own that also start something else. */
export const processTests = files.filter(matching(startsProcesses));
const others = files.filter((path) => !processTests.includes(path));

/**
 * Works from end to end, and whole matrices: a backup restored, a package verified offline, the demo drawn, every role against every kind
 * of evidence. They need no more than a database, but take a quarter of the time of all those; so they run in `test:ci` and `test:all`.
 */
const worksAsAWhole = [
  'src/cli/backup/',
  'src/cli/mirror/',
  'src/cli/verify/',
  'src/demo/files',
  'src/server/desk/acceptors/visibility',
  'src/server/custody/records/',
  'src/witness/served-witness',
  'test/whole/scaling/',
];
export const wholeTests = others.filter((path) => worksAsAWhole.some((place) => path.startsWith(place)));
const usual = others.filter((path) => !wholeTests.includes(path));

/** Tests with a database of their own that start nothing else. */
export const databaseTests = usual.filter(matching(startsDatabase));

/** Tests without anything but their own process: the unit project has no database to connect to. */
export const unitTests = usual.filter((path) => !databaseTests.includes(path));
