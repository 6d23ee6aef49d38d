import type { Reporter, TestCase } from 'vitest/node';

/** Names the tests that failed and passed when they were played once more, with what failed. Decision 0082. */
export class PassedAgain implements Reporter {
  readonly #passed: TestCase[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#passed.push(test);
  }

  onTestRunEnd(): void {
    for (const test of this.#passed) {
      const errors = (test.result().errors ?? []).map(({ message }) => `  ${message}\n`);
      process.stdout.write(`Passed only when played once more: ${test.module.relativeModuleId} > ${test.fullName}\n${errors.join('')}`);
    }
  }
}
