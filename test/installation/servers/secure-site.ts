import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';

export interface SecureSite {
  /** `https://secure.example.com:1234`; the test resolves the name to 127.0.0.1. */
  readonly origin: string;
  /** The certificates that it sends in the handshake, DER: its own, and that of its authority, which no browser trusts. */
  readonly chain: readonly Buffer[];
  /** A browser that trusts this site's key like those of known authorities. */
  trusting(chromiumPath: string): Promise<string>;
}

/** A site with TLS for one test file, with a picture at `/picture`, certified by an authority of its own. */
export function secureSite(html: string): SecureSite {
  const site = { origin: '', chain: [] as Buffer[], trusting };
  let folder = '';
  let server: Server | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'notary-secure-site-'));
    const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder });
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    await openssl('req', '-x509', ...key, '-keyout', 'root.key', '-out', 'root.pem', '-subj', '/CN=Test Root', '-days', '30');
    await openssl('req', ...key, '-keyout', 'site.key', '-out', 'site.csr', '-subj', `/CN=${host}`);
    await writeFile(join(folder, 'site.ext'), `subjectAltName=DNS:${host}\nbasicConstraints=CA:FALSE\n`);
    await openssl(
      'x509',
      '-req',
      '-in',
      'site.csr',
      '-CA',
      'root.pem',
      '-CAkey',
      'root.key',
      '-CAcreateserial',
      '-out',
      'site.pem',
      '-days',
      '30',
      '-extfile',
      'site.ext',
    );
    const [own, root, privateKey] = await Promise.all(
      ['site.pem', 'root.pem', 'site.key'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    site.chain.push(...[own, root].map((pem) => new X509Certificate(pem ?? '').raw));
    server = createServer({ cert: `${own ?? ''}${root ?? ''}`, key: privateKey }, ({ url }, response) => {
      // Browsers block a page that is used as a picture by another site.
      const [type, body] =
        url === '/picture' ? ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'] : ['text/html; charset=utf-8', html];
      response.writeHead(200, { 'content-type': type }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const place = server.address();
    site.origin = `https://${host}:${typeof place === 'object' && place ? place.port : 0}`;
  });
  afterAll(async () => {
    server?.closeAllConnections();
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return site;

  async function trusting(chromiumPath: string): Promise<string> {
    const [own] = site.chain;
    const key = new X509Certificate(own ?? '').publicKey.export({ type: 'spki', format: 'der' });
    const path = join(folder, 'chromium');
    await writeFile(
      path,
      `#!/bin/sh\nexec '${chromiumPath}' --ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')} "$@"\n`,
    );
    await chmod(path, 0o700);
    return path;
  }
}

const host = 'secure.example.com';
