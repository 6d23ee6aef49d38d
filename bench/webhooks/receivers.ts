import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** Orders to the receivers: restart with this secret, or report. */
export type ReceiverOrder = { readonly begin: string } | { readonly report: true };
export interface ReceiverReport {
  readonly port: number;
  /** Number of messages, and of those that were answered with a fault. */
  readonly messages: number;
  readonly faults: number;
  readonly unverified: number;
  /** Accepted ids, each with the evidence numbers that arrived under it. */
  readonly accepted: readonly (readonly [id: string, numbers: readonly string[]])[];
  /** From the event to its arrival, in ms. */
  readonly latencies: readonly number[];
}

/** Receivers in a process of their own: `/faulty` verifies and fails three times in ten, `/dead` never answers, all others accept. */
let verifier: Webhook | undefined;
let accepted = new Map<string, Set<string>>();
let latencies: number[] = [];
let [messages, faults, unverified] = [0, 0, 0];

// The measured processes have priority.
setPriority(10);
const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
server.listen(0, '127.0.0.1');
process.on('message', (order: ReceiverOrder) => {
  if ('begin' in order) {
    verifier = order.begin === '' ? undefined : new Webhook(order.begin);
    [accepted, latencies, messages, faults, unverified] = [new Map(), [], 0, 0, 0];
  }
  const place = server.address();
  const numbers = [...accepted].map(([id, set]) => [id, [...set]] as const);
  const port = typeof place === 'object' && place ? place.port : 0;
  const report: ReceiverReport = { port, messages, faults, unverified, accepted: numbers, latencies };
  process.send?.(report);
});
process.on('disconnect', () => process.exit(0));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await buffer(request)).toString();
  if (request.url?.startsWith('/dead') === true) return;
  messages += 1;
  const { timestamp, data } = JSON.parse(body) as { timestamp: string; data: { baoquan: string } };
  if (request.url === '/faulty') {
    try {
      verifier?.verify(body, request.headers as Record<string, string>);
    } catch {
      unverified += 1;
    }
    if (Math.random() < 0.3) return fail(request, response);
    const id = String(request.headers['webhook-id']);
    accepted.set(id, (accepted.get(id) ?? new Set()).add(data.baoquan));
  } else latencies.push(Date.now() - Date.parse(timestamp));
  response.writeHead(200).end();
}

/** Answers 500, redirects, resets, or never answers. */
function fail(request: IncomingMessage, response: ServerResponse): void {
  faults += 1;
  const kind = Math.floor(Math.random() * 4);
  if (kind === 0) response.writeHead(500).end('broken');
  else if (kind === 1) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  else if (kind === 2) request.socket.resetAndDestroy();
}
