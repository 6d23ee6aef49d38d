/** A configured address of an external service, which may contain credentials in any of its parts. */
export interface Endpoint {
  /** Without user and password, which `fetch` rejects in a URL. */
  readonly url: string;
  /** The credentials as a Basic authorization header (RFC 7617); empty without credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** Replaces the address and its credentials in a text. */
  conceal(text: string): string;
}

/** @param name the setting, which `conceal` puts in place of the address. */
export function endpointOf(address: string, name: 'TSA_URL' | 'CHAIN_RPC_URL' | 'SM2_SIGNER'): Endpoint {
  const bare = new URL(address);
  const [user, password] = [decoded(bare.username), decoded(bare.password)];
  [bare.username, bare.password] = ['', ''];
  const hasCredentials = user !== '' || password !== '';
  const credentials = Buffer.from(`${user}:${password}`).toString('base64');
  // `conceal` replaces the longest first; else a shorter secret inside it would break it up.
  const secrets = [address, new URL(address).href, bare.href, bare.href.replace(/\/$/, '')].map((text): [string, string] => [text, name]);
  if (password !== '') secrets.push(...[new URL(address).password, password].map((text): [string, string] => [text, '***']));
  if (hasCredentials) secrets.push([credentials, '***']);
  return {
    url: bare.href,
    headers: hasCredentials ? { authorization: `Basic ${credentials}` } : {},
    conceal: (text) =>
      secrets.toSorted(([a], [b]) => b.length - a.length).reduce((concealed, [secret, shown]) => concealed.replaceAll(secret, shown), text),
  };
}

/** An invalid `%` escape leaves the text as it is, as in URLs. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
