import type { z } from 'zod';
import type { contract } from '../../src/contract/console/index.ts';

/** `data` of the calls for the menu's numbers and for the workbench. */
export type ReplyOfTodo = z.output<(typeof contract)['getTodoCounts']['output']>;
export type Workbench = z.output<(typeof contract)['getWorkbench']['output']>;
