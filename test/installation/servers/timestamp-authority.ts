import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { oneAtATime, serveOnLoopback } from './loopback.ts';

/** What the authority does with one query; `sign` lets OpenSSL answer it with a section of its configuration. */
export type Behaviour = (query: Buffer, response: ServerResponse, sign: Sign) => Promise<void>;
type Section = 'tsa' | 'strict' | 'whole-chain' | 'whole-chain-sha1';
type Sign = (query: Buffer, section?: Section) => Promise<Buffer>;

export const honest: Behaviour = async (query, response, sign) => sendReply(response, await sign(query));

/** As in RFC 3161, 3.4. */
export function sendReply(response: ServerResponse, reply: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply);
}

/** A real RFC 3161 authority: OpenSSL signs behind a small HTTP server. Stop it also after a failure. */
export async function startAuthority() {
  const folder = await mkdtemp(join(tmpdir(), 'notary-tsa-'));
  try {
    return await startIn(folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function startIn(folder: string) {
  const openssl = async (...args: string[]) => (await run('openssl', args, { cwd: folder })).stdout;
  await writeFile(join(folder, 'tsa.cnf'), configuration);
  await writeFile(join(folder, 'serial'), '01\n');
  await openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-subj',
    '/CN=Test Root',
    '-days',
    '3650',
  );
  const issue = async (name: string, extensions: string) => {
    await writeFile(join(folder, `${name}.ext`), extensions);
    await openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=Test ${name}`);
    const ca = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial'];
    await openssl('x509', '-req', '-in', `${name}.csr`, ...ca, '-out', `${name}.pem`, '-days', '3000', '-extfile', `${name}.ext`);
  };
  await issue('tsa', 'extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\nbasicConstraints=critical,CA:FALSE\n');

  // One at a time: OpenSSL keeps its serial number in a file.
  const inTurn = oneAtATime();
  const sign: Sign = (query, section = 'tsa') =>
    inTurn(async () => {
      await writeFile(join(folder, 'query.tsq'), query);
      // A refusal is an answer too: OpenSSL writes it and exits with an error.
      await openssl('ts', '-reply', '-config', 'tsa.cnf', '-section', section, '-queryfile', 'query.tsq', '-out', 'reply.tsr').catch(
        () => '',
      );
      return await readFile(join(folder, 'reply.tsr'));
    });

  let behaviour = honest;
  let lastAuthorization: string | undefined;
  const server = await serveOnLoopback(async (request, response) => {
    lastAuthorization = request.headers.authorization;
    await behaviour(Buffer.concat(await request.toArray()), response, sign);
  });

  return {
    url: `${server.origin}/tsr`,
    rootsPem: await readFile(join(folder, 'root.pem'), 'utf8'),
    folder,
    openssl,
    issue,
    sign,
    /** The header of the last request. */
    authorization: () => lastAuthorization,
    behave(next: Behaviour) {
      behaviour = next;
    },
    async stop() {
      await server.stop();
      await inTurn(async () => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Authority = Awaited<ReturnType<typeof startAuthority>>;

const run = promisify(execFile);
const section = (name: string, digests: string, named = { chain: 'no', hash: 'sha256' }) => `
[${name}]
serial = serial
crypto_device = builtin
signer_cert = tsa.pem
signer_key = tsa.key
certs = root.pem
signer_digest = sha256
default_policy = 1.2.3.4.99
digests = ${digests}
accuracy = secs:1
ordering = yes
tsa_name = yes
ess_cert_id_chain = ${named.chain}
ess_cert_id_alg = ${named.hash}
`;
const configuration =
  section('tsa', 'sha256, sha512') +
  section('strict', 'sha512') +
  section('whole-chain', 'sha256', { chain: 'yes', hash: 'sha256' }) +
  section('whole-chain-sha1', 'sha256', { chain: 'yes', hash: 'sha1' });
