import { createHash, createHmac, randomBytes } from 'node:crypto';
import { connect } from 'node:net';

export interface Signer {
  readonly appId: string;
  readonly key: string;
  readonly userId: string;
}
export interface Loaded {
  readonly perSecond: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Acknowledged evidence numbers. */
  readonly numbers: readonly string[];
}

/** Builds a complete signed request that stores 4 KB with unique content. */
export function evidenceRequest({ appId, key, userId }: Signer, file: Buffer = randomBytes(4096)): Buffer {
  const boundary = 'bench-boundary';
  const field = (name: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fields =
    field('unique_id', randomBytes(8).toString('hex')) +
    field('user_id', userId) +
    field('title', '一份证据') +
    field('sha256', createHash('sha256').update(file).digest('hex'));
  const head =
    `${fields}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = {
    ...signedHeaders({ appId, key }, createHash('sha256').update(body).digest('hex')),
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    'Content-Length': String(body.length),
  };
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), body]);
}

export function signedHeaders({ appId, key }: Pick<Signer, 'appId' | 'key'>, contentSha256: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(12).toString('hex');
  const signature = createHmac('sha256', key).update(['POST', path, timestamp, nonce, contentSha256].join('\n')).digest('hex');
  return { 'X-App-Id': appId, 'X-Timestamp': timestamp, 'X-Nonce': nonce, 'X-Content-SHA256': contentSha256, 'X-Signature': signature };
}

/**
 * Sends prepared requests, one after another on each connection, until the time is over or none is left. It uses bare sockets, because the
 * client's processor time is taken from the server, which shares its cores. @throws Error for an answer other than 200.
 */
export async function sendAll(port: number, requests: readonly Buffer[], connections: number, seconds: number): Promise<Loaded> {
  const started = performance.now();
  const end = started + seconds * 1000;
  const times: number[] = [];
  const numbers: string[] = [];
  let next = 0;
  await Promise.all(Array.from({ length: connections }, () => connection()));
  if (next >= requests.length) throw new Error(`${requests.length} requests were too few for ${seconds} s`);
  const sorted = times.toSorted((a, b) => a - b);
  const slowest = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    perSecond: numbers.length / ((performance.now() - started) / 1000),
    p95Ms: slowest(0.95),
    p99Ms: slowest(0.99),
    numbers,
  };

  function connection(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let sentAt = 0;
      let answer = '';
      const send = (): void => {
        const request = requests[next];
        if (!request || performance.now() >= end) return void socket.end(() => resolve());
        next += 1;
        sentAt = performance.now();
        socket.write(request);
      };
      socket.setNoDelay(true).setEncoding('latin1');
      socket
        .on('connect', send)
        .on('error', reject)
        .on('close', () => resolve());
      socket.on('data', (chunk: string) => {
        answer += chunk;
        if (!answer.endsWith('}')) return;
        const number = /"baoquan":"([0-9A-F]{32})"/.exec(answer)?.[1];
        if (!answer.startsWith('HTTP/1.1 200') || number === undefined) return reject(new Error(answer));
        times.push(performance.now() - sentAt);
        numbers.push(number);
        answer = '';
        send();
      });
    });
  }
}

const path = '/open/v1/evidence';
