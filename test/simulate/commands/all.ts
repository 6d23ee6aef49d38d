import type { Command } from '../model/step.ts';
import { applicationCommands } from './applications.ts';
import { guarded } from './desks.ts';
import { evidenceCommands } from './evidence.ts';
import { invoiceCommands } from './invoices.ts';
import { orderCommands } from './orders.ts';
import { pointsCommands } from './points.ts';
import { recordingCommands } from './recordings.ts';
import { replayCommands } from './replays.ts';
import { userCommands } from './users.ts';

/** Every kind of call that a history is made of. */
export const commands: readonly Command[] = [
  ...userCommands,
  ...pointsCommands,
  ...evidenceCommands,
  ...applicationCommands,
  ...orderCommands,
  ...invoiceCommands,
  ...recordingCommands,
  ...replayCommands,
].map(guarded);
