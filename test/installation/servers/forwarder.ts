import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A fixed address in front of a PostgreSQL that may move: a move cuts existing connections, and new ones go to the new server. */
export interface Forwarder {
  /** On 127.0.0.1. */
  readonly port: number;
  moveTo(to: Place): void;
  stop(): Promise<void>;
}

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Stop it also after a failure. @param to a PostgreSQL that is reached by a socket. */
export async function startForwarder(to: Place): Promise<Forwarder> {
  let place = to;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const far = connect(`${place.host}/.s.PGSQL.${place.port}`);
    for (const [socket, other] of [
      [client, far],
      [far, client],
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
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    moveTo(other) {
      place = other;
      cut();
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
