/**
 * The name of a statement in metrics and traces: its verb and its first table, as `select users`. Values are parameters and never part of
 * the text, so there are at most as many names as statements in the program.
 */
export function statementName(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const name = read(text);
  // Lists compose their statements, so the number of distinct texts is unbounded.
  if (known.size >= mostTexts) known.clear();
  known.set(text, name);
  return name;
}

const known = new Map<string, string>();
const mostTexts = 2000;

function read(text: string): string {
  const head = text.slice(0, 20_000);
  const verb = /^[\s(]*([a-z]+)/i.exec(head)?.[1]?.toLowerCase() ?? 'other';
  const table = tableAfter[verb]?.exec(head)?.[1];
  return table === undefined ? verb : `${verb} ${table.toLowerCase()}`;
}

const from = /\bfrom\s+(?:only\s+)?"?([a-z_]\w*)/i;
const tableAfter: Readonly<Record<string, RegExp>> = {
  select: from,
  delete: from,
  insert: /\binto\s+"?([a-z_]\w*)/i,
  update: /\bupdate\s+(?:only\s+)?"?([a-z_]\w*)/i,
  copy: /\bcopy\s+"?([a-z_]\w*)/i,
  with: /\bwith\s+(?:recursive\s+)?"?([a-z_]\w*)/i,
};
