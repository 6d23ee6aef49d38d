import { findTool, lacking, type ToolName } from '../../scripts/tools/tools.mjs';

/**
 * What a test needs beside npm's packages (`scripts/tools/tools.json`). Where one of them is missing the test is skipped, and its name ends
 * in the note. @returns `path` where the first of them lies; its name where it is missing.
 */
export function tool(first: ToolName, ...others: ToolName[]): { isMissing: boolean; note: string; path: string } {
  const reason = lacking(first, ...others);
  return { isMissing: reason !== null, note: reason === null ? '' : ` [skipped: ${reason}]`, path: findTool(first) ?? first };
}
