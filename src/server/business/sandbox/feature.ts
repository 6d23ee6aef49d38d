import type { Deps } from '../../custody/deps.ts';
import { createObjectChecks } from '../../custody/objects/check-now.ts';
import type { PeriodicJob } from '../../platform/jobs/periodic.ts';
import type { SandboxConfig } from '../../platform/runtime/config.ts';
import { decideDue } from './turn.ts';

/** Acts in place of operators and the payment gateway in a sandbox; does nothing in a production installation. */
export function sandbox({ alarm, config, db, store }: Pick<Deps, 'alarm' | 'config' | 'db' | 'store'>) {
  const { sandbox: rules } = config;
  const checks = createObjectChecks({ alarm, db, store, ...config.scrub });
  const decide = (sandboxRules: SandboxConfig): PeriodicJob => ({
    name: 'deciding what waits in the sandbox',
    everyMs: 500,
    run: () => decideDue(db, { ...config, checks, sandbox: sandboxRules }),
  });
  return { jobs: rules ? [decide(rules)] : [] };
}
