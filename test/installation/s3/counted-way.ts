import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between the servers and a real S3 server, and counts what passes. */
export interface CountedWay {
  readonly port: number;
  /** Bytes to the storage and from it since this was asked last, heads of requests among them. */
  passed(): { readonly to: number; readonly from: number };
  stop(): Promise<void>;
}

export async function startCountedWay(s3Port: number): Promise<CountedWay> {
  let [to, from] = [0, 0];
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(s3Port, '127.0.0.1');
    near.on('data', ({ length }) => (to += length));
    far.on('data', ({ length }) => (from += length));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    passed() {
      const counted = { to, from };
      [to, from] = [0, 0];
      return counted;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
