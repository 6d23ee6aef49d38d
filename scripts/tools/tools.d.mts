import type tools from './tools.json';

export type ToolName = keyof typeof tools;
export function findTool(name: ToolName): string | undefined;
export function lacking(...names: ToolName[]): string | null;
