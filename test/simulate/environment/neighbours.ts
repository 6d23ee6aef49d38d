import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { honest as honestNode, startEvmNode, type Behaviour as NodeBehaviour } from '../../installation/servers/evm-node.ts';
import { honest, sendReply, startAuthority, type Behaviour } from '../../installation/servers/timestamp-authority.ts';
import type { Dice } from '../model/dice.ts';

/** A server beside the office that lies, fails, hangs or answers twice for some requests, and is honest again. */
export interface Neighbour {
  /** What the office's servers are started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** For the next few requests. */
  strike(dice: Dice): void;
  calm(): void;
  stop(): Promise<void>;
}

const neighbours = { tsa: startTsa, chain: startChain } as const;
export type NeighbourFault = keyof typeof neighbours;
export const neighbourFaults = Object.keys(neighbours) as NeighbourFault[];

export function isNeighbour(name: string): name is NeighbourFault {
  return name in neighbours;
}

export function startNeighbour(name: NeighbourFault): Promise<Neighbour> {
  return neighbours[name]();
}

const mostStruck = 3;

/** A timestamp authority (RFC 3161): a token over another hash, an earlier token once more, a refusal, no answer. */
async function startTsa(): Promise<Neighbour> {
  const authority = await startAuthority();
  const roots = join(authority.folder, 'roots.pem');
  await writeFile(roots, authority.rootsPem);
  let earlier: Buffer | undefined;
  let left = 0;
  let lie: Behaviour = honest;
  const lies: readonly Behaviour[] = [
    async (query, response, sign) => sendReply(response, await sign(overAnother(query))),
    async (query, response, sign) => sendReply(response, earlier ?? (await sign(overAnother(query)))),
    async (_query, response) => void response.writeHead(500).end('down'),
    async (_query, response) => void response.destroy(),
    // Nothing ever comes back.
    async () => undefined,
  ];
  authority.behave(async (query, response, sign) => {
    if (left > 0) {
      left -= 1;
      return lie(query, response, sign);
    }
    const reply = await sign(query);
    earlier = reply;
    return sendReply(response, reply);
  });
  return {
    environment: { TSA_URL: authority.url, TSA_ROOTS: roots, TSA_INTERVAL_SECONDS: '1' },
    strike: (dice) => void ([lie, left] = [dice.pick(lies) ?? honest, 1 + dice.below(mostStruck)]),
    calm: () => void (left = 0),
    stop: () => authority.stop(),
  };
}

/** The query with another hash: its message imprint is the 32 bytes behind the first octet string of that length. */
function overAnother(query: Buffer): Buffer {
  const changed = Buffer.from(query);
  const at = changed.indexOf(Buffer.from([0x04, 0x20]));
  if (at >= 0) changed.writeUInt8(changed.readUInt8(at + 2) ^ 1, at + 2);
  return changed;
}

/** An EVM chain: a fault instead of an answer, an answer of another call, the call made twice, no answer. */
async function startChain(): Promise<Neighbour> {
  const node = await startEvmNode();
  let left = 0;
  let lie: NodeBehaviour = honestNode;
  const json = { 'content-type': 'application/json' };
  const lies: readonly NodeBehaviour[] = [
    async (_call, response) => void response.writeHead(503).end(),
    async (_call, response) => void response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x0' })),
    async (_call, response) => void response.destroy(),
    // The second time it is known already: what the office hears is a refusal of what was done.
    async (_call, response, forward) => {
      await forward();
      response.writeHead(200, json).end(await forward());
    },
    // Done, and nobody hears of it.
    async (_call, response, forward) => {
      await forward();
      response.destroy();
    },
    async () => undefined,
  ];
  node.behave(async (call, response, forward) => {
    if (left <= 0) return honestNode(call, response, forward);
    left -= 1;
    return lie(call, response, forward);
  });
  const chain = { CHAIN_RPC_URL: node.url, CHAIN_KEY: node.key, CHAIN_CONFIRMATIONS: '1', CHAIN_INTERVAL_SECONDS: '1' };
  return {
    environment: chain,
    strike: (dice) => void ([lie, left] = [dice.pick(lies) ?? honestNode, 1 + dice.below(mostStruck)]),
    calm: () => void (left = 0),
    stop: () => node.stop(),
  };
}
