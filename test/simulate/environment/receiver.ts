import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Dice } from '../model/dice.ts';

/** A webhook as it arrived. */
export interface Arrived {
  readonly path: string;
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

/** What becomes of an attempt that is not accepted: an error, a redirect, an answer that is cut, none at all. */
const receptions = ['refuse', 'redirect', 'drop', 'hang'] as const;
type Reception = (typeof receptions)[number];

/** Receives what the servers send to the endpoints of a run. */
export interface Receiver {
  /** `http://127.0.0.1:1234` */
  readonly origin: string;
  readonly arrived: readonly Arrived[];
  /** The next events are not accepted at their first attempt; each of their others is. */
  refuse(dice: Dice): void;
  close(): void;
}

function answer(response: ServerResponse, reception: Reception | 'accept'): void {
  if (reception === 'accept') response.writeHead(200).end();
  else if (reception === 'refuse') response.writeHead(500).end();
  else if (reception === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end();
  else if (reception === 'drop') response.destroy();
}

export async function startReceiver(): Promise<Receiver> {
  const arrived: Arrived[] = [];
  const seen = new Set<string>();
  let [reception, left]: [Reception, number] = ['refuse', 0];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const header = (name: string): string => String(request.headers[name] ?? '');
    const one = { path: request.url ?? '', id: header('webhook-id'), timestamp: header('webhook-timestamp') };
    arrived.push({ ...one, signature: header('webhook-signature'), body: (await buffer(request)).toString() });
    const isAccepted = seen.has(`${one.path} ${one.id}`) || left <= 0;
    seen.add(`${one.path} ${one.id}`);
    if (!isAccepted) left -= 1;
    answer(response, isAccepted ? 'accept' : reception);
  };
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    arrived,
    refuse: (dice) => void ([reception, left] = [dice.pick(receptions) ?? 'refuse', 1 + dice.below(3)]),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
