/** Where an outsider is reached: an address of the configuration, which may hold credentials in any of its parts. */
export interface Endpoint {
  /** Without user and password, which `fetch` does not take there. */
  readonly url: string;
  /** They stand in a header instead (RFC 7617). */
  readonly headers: Readonly<Record<string, string>>;
  /** A text without the address and what is secret in it. */
  conceal(text: string): string;
}

/** @param name of the setting, which stands in place of the address. */
export function endpointOf(address: string, name: 'TSA_URL' | 'CHAIN_RPC_URL' | 'SM2_SIGNER'): Endpoint {
  const bare = new URL(address);
  const [user, password] = [decoded(bare.username), decoded(bare.password)];
  [bare.username, bare.password] = ['', ''];
  const hasCredentials = user !== '' || password !== '';
  const credentials = Buffer.from(`${user}:${password}`).toString('base64');
  // The longest first, or it would be broken up by what it contains.
  const secrets = [address, new URL(address).href, bare.href, bare.href.replace(/\/$/, '')].map((text): [string, string] => [text, name]);
  if (password !== '') secrets.push(...[new URL(address).password, password].map((text): [string, string] => [text, '***']));
  if (hasCredentials) secrets.push([credentials, '***']);
  return {
    url: bare.href,
    headers: hasCredentials ? { authorization: `Basic ${credentials}` } : {},
    conceal: (text) =>
      secrets.toSorted(([a], [b]) => b.length - a.length).reduce((told, [secret, shown]) => told.replaceAll(secret, shown), text),
  };
}

/** A `%` that escapes nothing stands for itself, as it does in addresses. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
