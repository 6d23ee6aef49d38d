import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';

/**
 * Expiry of PostgreSQL's TLS certificate; null without TLS, over a socket, or if the database does not answer, which other lines report.
 * The chain is not validated, so that an expired certificate is readable.
 */
export async function databaseCertificateEnd(databaseUrl: string): Promise<Date | null> {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
  const mode = url?.searchParams.get('sslmode') ?? (url?.searchParams.get('ssl') === null ? 'disable' : 'require');
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (!url || host === '' || mode === 'disable') return null;
  return new Promise((resolve) => {
    const plain = connect({ host, port: Number(url.port || 5432), timeout: 3000 });
    const end = (value: Date | null): void => {
      plain.destroy();
      resolve(value);
    };
    plain.once('error', () => end(null)).once('timeout', () => end(null));
    plain.once('connect', () => plain.write(sslRequest));
    plain.once('data', (answer) => {
      if (answer.toString('latin1') !== 'S') return end(null);
      const secure = connectTls({ socket: plain, servername: isIP(host) ? '' : host, rejectUnauthorized: false });
      secure.once('error', () => end(null));
      secure.once('secureConnect', () => {
        const { valid_to: validTo } = secure.getPeerCertificate();
        end(validTo ? new Date(validTo) : null);
      });
    });
  });
}

/** Source: PostgreSQL, *Message Formats*, SSLRequest. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
