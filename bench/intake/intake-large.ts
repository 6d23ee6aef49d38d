import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { signedHeaders, type Signer } from './intake-client.ts';
import type { BuiltServer } from './intake-server.ts';

/** Stores a file of 512 MB through the server, and hashes and copies it with the system's own programs; both write to the disk. */
export async function largeFile(server: BuiltServer, signer: Signer): Promise<{ ratio: number; summary: string; numbers: string[] }> {
  const source = join(server.folder, 'large');
  const sha256 = await writeLarge(source);
  const numbers: string[] = [];
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < 2; round += 1) {
    bare.push(
      timed(() => {
        execFileSync('sha256sum', [source]);
        execFileSync('cp', [source, `${source}.copy`]);
        execFileSync('sync', [`${source}.copy`]);
      }),
    );
    await rm(`${source}.copy`);
    const started = performance.now();
    numbers.push(await send(server.port, signer, source, sha256));
    ours.push((performance.now() - started) / 1000);
  }
  const ratio = Math.min(...bare) / Math.min(...ours);
  const list = (taken: readonly number[]) => taken.map((value) => `${value.toFixed(2)} s`).join(', ');
  return { ratio, numbers, summary: `evidence of 512 MB: ${list(ours)}; sha256sum and cp: ${list(bare)}; ratio ${ratio.toFixed(2)}` };
}

const sizeBytes = 512 * 2 ** 20;

async function writeLarge(path: string): Promise<string> {
  const file = await open(path, 'w');
  const hash = createHash('sha256');
  for (let written = 0; written < sizeBytes; written += 2 ** 23) {
    const bytes = randomBytes(2 ** 23);
    hash.update(bytes);
    await file.write(bytes);
  }
  await file.sync();
  await file.close();
  return hash.digest('hex');
}

/** The hash of the body is not signed, as usual for clients with large files; the hash of the file is a field. */
async function send(port: number, signer: Signer, path: string, sha256: string): Promise<string> {
  const fields = { unique_id: randomBytes(8).toString('hex'), user_id: signer.userId, title: '一份大文件', sha256 };
  const texts = Object.entries(fields).map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const head = Buffer.from(
    `${texts.join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  const tail = Buffer.from('\r\n--b--\r\n');
  const headers = {
    Host: 'localhost',
    ...signedHeaders(signer, 'UNSIGNED-PAYLOAD'),
    'Content-Type': 'multipart/form-data; boundary=b',
    'Content-Length': String(head.length + sizeBytes + tail.length),
    Connection: 'close',
  };
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /open/v1/evidence HTTP/1.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  socket.write(head);
  const file = createReadStream(path, { highWaterMark: 2 ** 20 });
  file.pipe(socket, { end: false });
  file.on('end', () => socket.write(tail));
  let answer = '';
  for await (const chunk of socket.setEncoding('latin1')) answer += chunk as string;
  const number = /"baoquan":"([0-9A-F]{32})"/.exec(answer)?.[1];
  if (number === undefined) throw new Error(answer);
  return number;
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}
