import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** The kind of an S3 request. */
export type S3Call = 'put' | 'begin' | 'part' | 'complete' | 'abort' | 'copy' | 'copy part' | 'head' | 'get' | 'list' | 'delete' | 'other';

/** A single fault of the storage or of the connection to it. */
export type Fault =
  /** 500, in S3's form; the request was not carried out. */
  | 'error'
  /** 507: no space; the request was not carried out. */
  | 'full'
  /** The connection is cut while the request is sent. */
  | 'cut'
  /** The request was carried out, and the connection was cut before the answer. */
  | 'lost answer'
  /** The connection is cut in the middle of the answer's body. */
  | 'cut answer'
  /** The request was not carried out, and no answer comes. */
  | 'silent'
  /** The request was carried out, and no answer comes. */
  | 'done and silent'
  /** Carried out and answered, after a second. */
  | 'slow'
  /** A byte of the body changes on the way. */
  | 'changed'
  /** The answer states another size than the object has. */
  | 'wrong size';

export interface FaultyWay {
  readonly port: number;
  /** Makes the `at`-th call of this kind from now on (the first unless given) fail; all others are passed on. */
  failOnce(call: S3Call, fault: Fault, at?: number): void;
  /** The fault that has not occurred will not. */
  callOff(): void;
  /** Whether the fault has occurred. */
  happened(): boolean;
  /** Whether all effects of the fault, if any, are over. */
  isOver(): boolean;
  /** The requests since the last call of this function, in order. */
  seen(): S3Call[];
  /** Maximum number of concurrent copies. */
  readonly mostCopies: number;
  stop(): Promise<void>;
}

/** A proxy in front of a real S3 server that passes everything on unchanged except for one fault. */
export async function startFaultyWay(s3Port: number, port = 0): Promise<FaultyWay> {
  let armed: { call: S3Call; fault: Fault; left: number } | null = null;
  const faultOf = (request: IncomingMessage): Fault | null => {
    if (armed?.call !== callOf(request)) return null;
    armed.left -= 1;
    if (armed.left > 0) return null;
    const { fault } = armed;
    armed = null;
    return fault;
  };
  const seen: S3Call[] = [];
  let isOver = false;
  let copies = 0;
  let mostCopies = 0;
  const server = createServer((request, response) => {
    const call = callOf(request);
    seen.push(call);
    if (call === 'copy part') mostCopies = Math.max(mostCopies, (copies += 1));
    const fault = faultOf(request);
    void answer(request, response, fault, s3Port)
      .catch(() => request.socket.destroy())
      .finally(() => {
        if (call === 'copy part') copies -= 1;
        if (fault) isOver = true;
      });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    failOnce(call, fault, at = 1) {
      armed = { call, fault, left: at };
      isOver = false;
    },
    callOff: () => void (armed = null),
    happened: () => armed === null,
    isOver: () => isOver,
    seen: () => seen.splice(0),
    get mostCopies() {
      return mostCopies;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function callOf({ method, url = '', headers }: IncomingMessage): S3Call {
  const { pathname, searchParams: query } = new URL(url, 'http://s3');
  const ofBucket = pathname.split('/').filter((part) => part !== '').length === 1;
  if (ofBucket) return method === 'GET' ? 'list' : 'other';
  const isCopy = 'x-amz-copy-source' in headers;
  if (method === 'PUT') return query.has('partNumber') ? (isCopy ? 'copy part' : 'part') : isCopy ? 'copy' : 'put';
  if (method === 'POST') return query.has('uploads') ? 'begin' : 'complete';
  if (method === 'DELETE') return query.has('uploadId') ? 'abort' : 'delete';
  return method === 'HEAD' ? 'head' : 'get';
}

async function answer(request: IncomingMessage, response: ServerResponse, fault: Fault | null, port: number): Promise<void> {
  if (fault === 'cut') {
    if (Number(request.headers['content-length'] ?? 0) > 0) await once(request, 'data');
    request.socket.destroy();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if (fault === 'silent') return;
  if (fault === 'error' || fault === 'full') {
    const [status, code] = fault === 'full' ? [507, 'InsufficientStorage'] : [500, 'InternalError'];
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<Error><Code>${code}</Code><Message>We cannot do this now.</Message></Error>`);
    return;
  }
  if (fault === 'changed') body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
  if (fault === 'slow') await sleep(1000);

  const onward = forward({ port, host: '127.0.0.1', method: request.method, path: request.url, headers: request.headers, agent: false });
  // Swift ends some answers without a body with an unexpected chunk; the answer itself is complete by then.
  onward.on('error', () => undefined);
  onward.end(body);
  const [answered] = (await once(onward, 'response')) as [IncomingMessage];
  const back: Buffer[] = [];
  for await (const chunk of answered) back.push(chunk as Buffer);
  if (fault === 'done and silent') return;
  const headers = { ...answered.headers };
  if (fault === 'wrong size') headers['content-length'] = String(Number(headers['content-length']) - 1);
  if (fault === 'lost answer') {
    request.socket.destroy();
    return;
  }
  response.writeHead(answered.statusCode ?? 500, headers);
  const whole = Buffer.concat(back);
  if (fault === 'cut answer') {
    response.write(whole.subarray(0, whole.length / 2), () => request.socket.destroy());
    return;
  }
  response.end(whole);
}
