import type { Deps } from '../feature/deps.ts';
import type { PeriodicJob } from '../jobs/periodic.ts';
import type { SandboxConfig } from '../runtime/config.ts';
import { decideDue } from './turn.ts';

/** What a sandbox does by itself in the place of operators and of the payment gateway; nothing in an installation that counts. */
export function sandbox({ config, db }: Pick<Deps, 'config' | 'db'>) {
  const { sandbox: rules } = config;
  const decide = (sandboxRules: SandboxConfig): PeriodicJob => ({
    name: 'deciding what waits in the sandbox',
    everyMs: 500,
    run: () => decideDue(db, { ...config, sandbox: sandboxRules }),
  });
  return { jobs: rules ? [decide(rules)] : [] };
}
