import type { Command } from '../../model/step.ts';
import { accountCommands } from './accounts.ts';
import { ownCommands } from './own.ts';
import { roleCommands } from './roles.ts';
import { sessionCommands } from './sessions.ts';
import { signInCommands } from './sign-in.ts';

/** Calls that change who may do what, and what operators are told of themselves. */
export const staffCommands: readonly Command[] = [
  ...accountCommands,
  ...roleCommands,
  ...sessionCommands,
  ...signInCommands,
  ...ownCommands,
];
/** Those that go alone now and then. */
export const changesOfStaff: readonly Command[] = [...accountCommands, ...roleCommands, ...sessionCommands, ...signInCommands];
