import type { Command } from '../model/step.ts';
import { applicationCommands } from './applications.ts';
import { evidenceCommands } from './evidence.ts';
import { invoiceCommands } from './invoices.ts';
import { orderCommands } from './orders.ts';
import { pointsCommands } from './points.ts';
import { recordingCommands } from './recordings.ts';
import { replayCommands } from './replays.ts';
import { versionCommands } from './crud/versions.ts';
import { draftCommands } from './crud/drafts.ts';
import { clientCommands } from './crud/clients.ts';
import { endpointCommands } from './crud/endpoints.ts';
import { noteCommands } from './notes.ts';
import { feedbackCommands } from './feedback.ts';
import { caseCommands } from './cases.ts';
import { enterpriseCommands } from './enterprises.ts';
import { userReads } from './reads/of-users.ts';
import { orderReads } from './reads/of-orders.ts';
import { evidenceReads } from './reads/of-evidence.ts';
import { openReads } from './reads/open.ts';
import { recordingReads } from './reads/of-recordings.ts';
import { permittedReads } from './reads/by-permission.ts';
import { viewCommands } from './crud/views.ts';
import { staffCommands } from './staff/all.ts';
import { userCommands } from './users.ts';

/** Without users, their points and evidence there is nothing to do most calls to. */
const ground: readonly Command[] = [...userCommands, ...pointsCommands, ...evidenceCommands, ...replayCommands];
const money: readonly Command[] = [...applicationCommands, ...orderCommands, ...invoiceCommands, ...caseCommands, ...orderReads];
const keeping: readonly Command[] = [...recordingCommands, ...evidenceReads, ...recordingReads];
const people: readonly Command[] = [
  ...staffCommands,
  ...versionCommands,
  ...draftCommands,
  ...viewCommands,
  ...clientCommands,
  ...endpointCommands,
  ...noteCommands,
  ...feedbackCommands,
  ...enterpriseCommands,
  ...userReads,
  ...openReads,
  ...permittedReads,
];

/** Every kind of call that a history is made of. */
export const commands: readonly Command[] = [...ground, ...money, ...keeping, ...people];

/** What histories are about, seed after seed: everything, or less, and so deeper. */
export const themes: readonly (readonly Command[])[] = [
  [...ground, ...people],
  commands,
  [...ground, ...money],
  [...ground, ...keeping, ...applicationCommands],
];
