import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { S3Place } from '../../../src/server/platform/storage/s3/bucket.ts';
import { root } from '../servers/running-server.ts';
import { tool } from '../tool.ts';

/** The S3 server of the tests: OpenStack Swift. */
const swift = tool('swift');
export const hasS3 = !swift.isMissing;
if (!hasS3) process.emitWarning(`The tests on a real S3 server are left out${swift.note}`);

export interface S3Server {
  readonly port: number;
  readonly pid: number;
  /** Belongs to this test file, and is empty. */
  readonly bucket: string;
  /** A new place in the bucket; through another port if there is a proxy in between. */
  place(port?: number): S3Place;
  /** A client that bypasses this program's own code. */
  readonly client: S3Client;
  stop(): void;
}

/** One server per worker; its files run one after another. */
let launched: Promise<Pick<S3Server, 'port' | 'pid'>> | undefined;

/** A new bucket on the worker's S3 server. */
export async function startS3(): Promise<S3Server> {
  const { port, pid } = await (launched ??= launch());
  const bucket = `b-${randomUUID()}`;
  const place = (through = port): S3Place => ({
    bucket,
    prefix: `${randomUUID()}/`,
    region: 'cn-north-1',
    endpoint: `http://127.0.0.1:${through}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'notary:tester', secretAccessKey: 'testing' },
    links: { endpoint: undefined },
  });
  const { endpoint = '', region, credentials } = place();
  const client = new S3Client({ endpoint, region, forcePathStyle: true, ...(credentials ? { credentials } : {}) });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return { port, pid, bucket, place, client, stop: () => client.destroy() };
}

/** Starts the server on a port of its own. It ends with this process, however that ends, and its folder is deleted. */
async function launch(): Promise<Pick<S3Server, 'port' | 'pid'>> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-s3-'));
  const program = join(root, 'test/installation/s3/swift-server.py');
  const child = spawn('/usr/bin/python3', [program, folder], { stdio: ['pipe', 'pipe', 'pipe'] });
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const ended = once(child, 'exit').then(() => null);
  const port = await Promise.race([once(createInterface(child.stdout), 'line').then(([line]) => Number(line)), ended]);
  if (port === null) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`the S3 server of the tests does not start: ${errors.join('')}`);
  }
  // The server must not keep this worker alive.
  child.unref();
  return { port, pid: child.pid ?? 0 };
}

/** A place in the form of `STORAGE_URL`. @param options additional parameters. */
export function storageUrl({ bucket, prefix, region, endpoint = '', credentials }: S3Place, options: Record<string, string> = {}): string {
  const query = new URLSearchParams({ endpoint, region, forcePathStyle: '1', ...credentials, ...options });
  return `s3://${bucket}/${prefix}?${query}`;
}
