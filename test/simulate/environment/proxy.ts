import { once } from 'node:events';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../installation/cluster.ts';

/** What becomes of a connection at the message that was aimed at. */
export type Stroke = 'cut-before' | 'cut-after' | 'stall';

/** Stands between the servers and PostgreSQL, and makes a fault at the n-th message from the next one on. */
export interface Proxy {
  readonly port: number;
  aim(stroke: Stroke, after: number): void;
  /** @returns whether it had struck. */
  callOff(): boolean;
  stop(): Promise<void>;
}

export async function startProxy(cluster: Pick<Cluster, 'host' | 'port'>): Promise<Proxy> {
  let aimed: { readonly stroke: Stroke; left: number } | undefined;
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => void serve(client));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();

  function serve(client: Socket): void {
    const database = connect(`${cluster.host}/.s.PGSQL.${cluster.port}`);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        (socket === client ? database : client).destroy();
      });
    }
    database.on('data', (bytes: Buffer) => void client.write(bytes));
    client.on('data', (bytes: Buffer) => {
      const stroke = strike();
      if (stroke === undefined) return void database.write(bytes);
      void deal(stroke, bytes, client, database);
    });
  }

  /** Counts what the servers send: a message, or the few that one call of the driver writes together. */
  function strike(): Stroke | undefined {
    if (!aimed || (aimed.left -= 1) > 0) return undefined;
    const { stroke } = aimed;
    aimed = undefined;
    return stroke;
  }

  return {
    port: typeof address === 'object' && address ? address.port : 0,
    aim: (stroke, after) => void (aimed = { stroke, left: after }),
    callOff() {
      const hasStruck = aimed === undefined;
      aimed = undefined;
      return hasStruck;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function deal(stroke: Stroke, bytes: Buffer, client: Socket, database: Socket): Promise<void> {
  if (stroke === 'cut-before') return void client.destroy();
  if (stroke === 'stall') {
    client.pause();
    await sleep(500);
    database.write(bytes);
    return void client.resume();
  }
  // PostgreSQL has it, and nobody hears what became of it.
  database.removeAllListeners('data');
  database.write(bytes);
  await sleep(50);
  client.destroy();
}
