import { findTool, lacking, type ToolName } from '../../scripts/tools/tools.mjs';

/**
 * A tool that a test needs in addition to npm's packages (`scripts/tools/tools.json`). If one is missing the test is skipped, and its name
 * ends with the note. @returns `path` of the first tool, or its name if it is missing.
 */
export function tool(first: ToolName, ...others: ToolName[]): { isMissing: boolean; note: string; path: string } {
  const reason = lacking(first, ...others);
  return { isMissing: reason !== null, note: reason === null ? '' : ` [skipped: ${reason}]`, path: findTool(first) ?? first };
}
