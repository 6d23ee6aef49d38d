import { availableParallelism } from 'node:os';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import {
  browserTests,
  databaseTests,
  fileFaultTests,
  onBothVersions,
  onPooler,
  pageTests,
  processTests,
  readingTests,
  replacingTests,
  statementTests,
  unitTests,
  wholeTests,
} from './test/projects.ts';

/**
 * What starts and stops the databases is not taken from Vitest's cache: an error there could not be shown then. Nor are modules that take
 * in the files of a folder: the cache knows nothing of a new file, such as a migration.
 */
const uncached: Plugin = {
  name: 'uncached',
  configureVitest({ experimental_defineCacheKeyGenerator: define }) {
    define(({ environment, sourceCode }) =>
      environment.name === '__vitest__' || sourceCode.includes('import.meta.glob') ? false : undefined);
  },
};

/** Runs the projects in the order in which they are listed; Vitest takes them by name. Within a project its order stays. */
class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification): number => this.ctx.projects.indexOf(project);
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own name
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

/**
 * All tests in one call, so that tests that wait leave the processors to others. The projects with the longest files come first, so that no
 * worker is alone with one at the end; docs/testing.md says which test belongs where.
 */
export default defineConfig({
  plugins: [uncached],
  test: {
    // Tests wait for the database, disks, other processes and pages more than they compute.
    maxWorkers: 2 * availableParallelism() + 1,
    // Loading the server once for each file costs a third of the whole run, so files share what they load.
    isolate: false,
    // Space for short-lived objects: garbage collection took a seventh of a worker's time.
    execArgv: ['--max-semi-space-size=32'],
    experimental: { fsModuleCache: true },
    sequence: { sequencer: AsListed },
    // For a very busy machine; no test waits for it.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // Polled conditions come later on a busy machine; one second is not a guarantee of the product.
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'browser, reading',
          include: readingTests,
          globalSetup: ['test/e2e/demo-folder.ts', 'test/e2e/shared-demo.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browserTests,
          globalSetup: ['test/e2e/demo-folder.ts'],
        },
      },
      { extends: true, test: { name: 'pages', include: pageTests } },
      {
        extends: true,
        test: {
          name: 'faults of files',
          include: fileFaultTests,
          isolate: true,
          globalSetup: ['test/installation/cluster.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'whole works',
          include: wholeTests,
          globalSetup: ['test/installation/cluster.ts'],
          setupFiles: ['test/installation/statements.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: processTests,
          globalSetup: ['test/installation/cluster.ts'],
          setupFiles: ['test/installation/statements.ts'],
        },
      },
      { extends: true, test: { name: 'pgbouncer', include: onPooler, globalSetup: ['test/installation/cluster.ts'] } },
      { extends: true, test: { name: 'postgres15', include: onBothVersions, globalSetup: ['test/installation/cluster.ts'] } },
      {
        extends: true,
        test: { name: 'replaced modules', include: replacingTests, isolate: true, globalSetup: ['test/installation/cluster.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: databaseTests,
          globalSetup: ['test/installation/cluster.ts'],
          setupFiles: ['test/installation/statements.ts'],
        },
      },
      { extends: true, test: { name: 'unit', include: unitTests } },
      // After all others, because it prepares the statements that they have sent.
      {
        extends: true,
        test: {
          name: 'statements',
          include: statementTests,
          globalSetup: ['test/installation/both-clusters.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
