import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, type DetailedPeerCertificate } from 'node:tls';
import type { CDPSession } from 'playwright-core';
import type { CaptureLog } from './capture-log.ts';
import type { Egress } from './egress/egress.ts';

/**
 * Logs the certificate chain of every site that answered over TLS, leaf first, each certificate as base64 DER. The browser knows only those
 * of the page itself, once it is loaded. Those of other sites are fetched on a connection of our own, to the address that the browser
 * connected to, and the log says so.
 */
export async function noteCertificates(
  origins: readonly string[],
  { session, egress, log }: { session: CDPSession; egress: Egress; log: CaptureLog },
): Promise<void> {
  await Promise.all(
    origins.map(async (origin) => {
      const { host, hostname, port } = new URL(origin);
      const { tableNames } = await session.send('Network.getCertificate', { origin });
      if (tableNames.length > 0) return log.note('certificates', { host, seenBy: 'browser', chain: tableNames });
      const chain = await askCertificates(hostname, port === '' ? 443 : Number(port), egress.addressOf(hostname)).catch(() => []);
      log.note('certificates', { host, seenBy: 'own-connection', chain });
    }),
  );
}

/** The chain that a site presents in a handshake. Validating it is the browser's job. @throws Error if there is none, or on timeout. */
async function askCertificates(hostname: string, port: number, address: string | undefined): Promise<string[]> {
  if (address === undefined) return [];
  // An IP literal is not allowed as a server name (RFC 6066, 3).
  const socket = connect({
    host: address,
    port,
    servername: isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : '',
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patienceMs) });
    return chainOf(socket.getPeerCertificate(true)).map((certificate) => certificate.toString('base64'));
  } finally {
    socket.destroy();
  }
}

const patienceMs = 5000;

/** Up to the root, which is its own issuer. */
function chainOf(own: DetailedPeerCertificate): Buffer[] {
  const chain: Buffer[] = [];
  for (
    let at: DetailedPeerCertificate | undefined = own;
    at && !chain.some((known) => known.equals(at?.raw ?? known));
    at = at.issuerCertificate
  )
    chain.push(at.raw);
  return chain;
}
