import { honest as honestNode, startEvmNode, type Behaviour as NodeBehaviour } from '../../../installation/servers/evm-node.ts';
import { mostStruck, type Neighbour } from './neighbour.ts';

/** An EVM chain: a fault instead of an answer, an answer of another call, the call made twice, no answer. */
export async function startChain(): Promise<Neighbour> {
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
