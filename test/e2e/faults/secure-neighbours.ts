import { chown, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { openDatabase } from '../../../src/server/platform/db/database.ts';
import { startS3 } from '../../installation/s3/server.ts';
import { startCertificateAuthority } from '../../installation/servers/authority-chain.ts';
import { freePort } from '../../installation/servers/running-server.ts';
import { postgresAccount, startSystemPostgres } from '../../installation/servers/postgres/system-postgres.ts';

type Validity = 'holds' | 'ended';

/** A PostgreSQL and an S3 server with certificates of the test's own authority, which are valid or expired. */
export interface SecureNeighbours {
  /** For a server that trusts only this authority. */
  readonly environment: Readonly<Record<string, string>>;
  /** Without TLS. */
  readonly pool: Pool;
  /** Applies to new connections; existing ones are closed. */
  presentDatabase(certificate: Validity): Promise<void>;
  presentStorage(certificate: Validity): Promise<void>;
  stop(): Promise<void>;
}

export async function startSecureNeighbours(): Promise<SecureNeighbours> {
  const authority = await startCertificateAuthority();
  const extensions = 'basicConstraints=critical,CA:FALSE\nsubjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n';
  await authority.issue('holds', 'root', { extensions });
  await authority.issue('ended', 'root', { extensions, from: '20200101000000Z', until: '20200201000000Z' });
  const root = join(authority.folder, 'root.pem');
  const folder = await mkdtemp(join(tmpdir(), 'notary-secure-'));
  const account = process.getuid?.() === 0 ? postgresAccount() : null;
  const place = async (name: string) => {
    for (const kind of ['key', 'pem']) {
      const path = join(folder, `own.${kind}`);
      await copyFile(join(authority.folder, `${name}.${kind}`), path);
      if (account) await chown(path, account.uid, account.gid);
    }
  };
  await place('holds');
  const port = await freePort();
  const postgres = await startSystemPostgres(folder, {
    port,
    listen_addresses: '127.0.0.1',
    ssl: 'on',
    ssl_cert_file: join(folder, 'own.pem'),
    ssl_key_file: join(folder, 'own.key'),
  });
  const { pool } = openDatabase(postgres.address, 2, 'alone');
  const s3 = await startS3();
  const identity = async (name: Validity) => ({
    cert: await readFile(join(authority.folder, `${name}.pem`)),
    key: await readFile(join(authority.folder, `${name}.key`)),
  });
  const before = createServer(await identity('holds'), (incoming, answer) => {
    const onward = request({ port: s3.port, path: incoming.url, method: incoming.method, headers: incoming.headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(before, 'listening');
  const { port: s3Port } = before.address() as { port: number };
  return {
    environment: {
      DATABASE_URL: `postgres://notary@localhost:${port}/postgres?sslmode=verify-full&sslrootcert=${root}`,
      STORAGE_URL:
        `s3://${s3.bucket}?endpoint=https://localhost:${s3Port}&forcePathStyle=1&region=cn-north-1` +
        '&accessKeyId=notary:tester&secretAccessKey=testing',
      NODE_EXTRA_CA_CERTS: root,
    },
    pool,
    async presentDatabase(certificate) {
      await place(certificate);
      await pool.query('select pg_reload_conf()');
      await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where client_addr is not null');
    },
    async presentStorage(certificate) {
      before.setSecureContext(await identity(certificate));
      before.closeAllConnections();
    },
    async stop() {
      await pool.end();
      await postgres.stop();
      s3.stop();
      before.closeAllConnections();
      before.close();
      await authority.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
