import type { Command } from './command.ts';

export const webhookCommands: readonly Command[] = [];
