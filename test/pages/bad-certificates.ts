import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lacking } from '../../scripts/tools/tools.mjs';

/** What is wrong with a site's certificate. */
export type BadCertificate = 'self-made' | 'expired' | 'wrong-name';

/** Expired certificates and those of another name count as such only where the browser trusts their authority: NSS' tool tells it so. */
export const canServeSecurely = lacking('openssl', 'certutil') === null;

/** Servers on loopback, one for each bad certificate. */
export async function secureServers(listen: RequestListener) {
  const folder = await mkdtemp(join(tmpdir(), 'notary-certificates-'));
  const path = (name: string): string => join(folder, name);
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await openssl('req', '-x509', ...key, '-keyout', 'root.key', '-out', 'root.pem', '-subj', '/CN=Corpus Root', '-days', '30');
  const own = ['-subj', '/CN=self-made', '-addext', `subjectAltName=${loopback}`, '-days', '30'];
  await openssl('req', '-x509', ...key, '-keyout', 'self-made.key', '-out', 'self-made.pem', ...own);
  const day = 86_400_000;
  await signed('expired', loopback, [-90 * day, -day]);
  await signed('wrong-name', 'DNS:other.example.com', [-day, 30 * day]);
  const servers = await Promise.all(kinds.map(serve));
  let trusting: Promise<string> | null = null;
  return {
    origins: Object.fromEntries(servers.map(({ kind, origin }) => [kind, origin])) as Readonly<Record<BadCertificate, string>>,
    /** A browser that trusts the authority of expired and wrongly named certificates. */
    trusting: (chromiumPath: string): Promise<string> => (trusting ??= writeTrusting(chromiumPath)),
    async close(): Promise<void> {
      for (const { server } of servers) {
        server.closeAllConnections();
        server.close();
      }
      await rm(folder, { recursive: true, force: true });
    },
  };

  async function writeTrusting(chromiumPath: string): Promise<string> {
    const database = '"sql:$HOME/.pki/nssdb"';
    const lines = [
      'mkdir -p "$HOME/.pki/nssdb"',
      `certutil -N -d ${database} --empty-password`,
      `certutil -A -d ${database} -t C,, -n root -i '${path('root.pem')}'`,
      `exec '${chromiumPath}' "$@"`,
    ];
    await writeFile(path('chromium'), `#!/bin/sh\n${lines.join('\n')}\n`);
    await chmod(path('chromium'), 0o700);
    return path('chromium');
  }

  async function signed(name: string, subject: string, [from, to]: readonly [number, number]): Promise<void> {
    await openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    await Promise.all([writeFile(path('index'), ''), writeFile(path('serial'), '01'), writeFile(path('ca.cnf'), authority(subject))]);
    const times = ['-startdate', asn1Time(from), '-enddate', asn1Time(to)];
    const files = ['-cert', 'root.pem', '-keyfile', 'root.key', '-in', `${name}.csr`, '-out', `${name}.pem`];
    await openssl('ca', '-batch', '-notext', '-config', 'ca.cnf', ...files, ...times);
  }

  async function serve(kind: BadCertificate) {
    const [certificate, privateKey] = await Promise.all([readFile(path(`${kind}.pem`)), readFile(path(`${kind}.key`))]);
    const server = createServer({ cert: certificate, key: privateKey }, listen).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const place = server.address();
    return { kind, server, origin: `https://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}` };
  }
}

const kinds: readonly BadCertificate[] = ['self-made', 'expired', 'wrong-name'];
const loopback = 'IP:127.0.0.1';

function asn1Time(ahead: number): string {
  return `${new Date(Date.now() + ahead).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`;
}

/** Settings of `openssl ca`, the only command of OpenSSL 3.0 that takes the times of a certificate. */
function authority(subject: string): string {
  return [
    '[ca]',
    'default_ca = corpus',
    '[corpus]',
    'database = index',
    'serial = serial',
    'new_certs_dir = .',
    'default_md = sha256',
    'policy = names',
    'x509_extensions = extensions',
    '[names]',
    'commonName = supplied',
    '[extensions]',
    `subjectAltName = ${subject}`,
    'basicConstraints = CA:FALSE',
  ].join('\n');
}
