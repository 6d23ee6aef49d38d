/** The decoded parameters of an address that matches the pattern (`/user/Detail/:user_id`); undefined if it does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const parts = path.replace(/\/+$/, '').split('/');
  const wanted = pattern.split('/');
  if (parts.length !== wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const part = parts[index] ?? '';
    if (want.startsWith(':') && part !== '') params[want.slice(1)] = decode(part);
    else if (want !== part) return undefined;
  }
  return params;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a malformed escape in a typed address must not fail
  }
}
