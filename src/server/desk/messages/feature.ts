import type { Config } from '../../platform/runtime/config.ts';
import { messageRoutes, type MessageDeps } from './routes.ts';
import { forgetMessages } from './store.ts';

/** Messages to operators. */
export function messages(deps: MessageDeps & { readonly config: Pick<Config, 'messageKeepDays'> }) {
  return {
    routes: messageRoutes(deps),
    jobs: [{ name: 'forgetting old messages', everyMs: 3_600_000, run: () => forgetMessages(deps.db, deps.config.messageKeepDays) }],
  };
}
