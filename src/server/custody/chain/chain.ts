import type { Hex, HttpTransport, PrivateKeyAccount, PublicActions, TransactionSerializedEIP1559, WalletClient } from 'viem';
import type { Config } from '../../platform/runtime/config.ts';
import { bidFor } from './chain-bid.ts';
import { endpointOf } from '../../platform/runtime/endpoint.ts';
import { tracedFetch } from '../../platform/telemetry/outgoing.ts';

export interface SignedTransaction {
  readonly raw: string;
  /** Hash of `raw`, known before anyone has seen the transaction. */
  readonly hash: string;
  readonly chainId: number;
  /** Whether it bids the maximum. */
  readonly isCapped: boolean;
}
export interface MinedTransaction {
  readonly hash: string;
  readonly blockHeight: bigint;
  readonly chainTime: Date;
  /** Counts the transaction's own block. */
  readonly confirmations: bigint;
  /** Whether the block contains it as failed. */
  readonly hasFailed: boolean;
}

/** The operations on an EVM chain that the log needs: one sender, one transaction at a time. */
export interface Chain {
  /**
   * Signs a transaction to our own address that carries `data`, with the first nonce that no block has used. With `earlier` it replaces
   * that transaction with a higher bid; null if it cannot: a block has used the nonce, or the bid limit is reached.
   */
  sign(data: Uint8Array, earlier: string | null): Promise<SignedTransaction | null>;
  /** Sends it to the node; repeating this is harmless. `nonce-spent`: a block contains this transaction or another one with its nonce. */
  send(raw: string): Promise<'taken' | 'nonce-spent'>;
  /** Null while no block contains it. @throws ForeignTransaction if the transaction mined under that hash is not ours. */
  find(hash: string, data: Uint8Array): Promise<MinedTransaction | null>;
  /** The newest block that the node knows. Nobody could know its hash before it was made. */
  newestBlock(): Promise<ChainBlock>;
}

export interface ChainBlock {
  readonly chainId: string;
  readonly number: string;
  /** `0x` and 64 lower-case hex digits. */
  readonly hash: string;
  readonly time: Date;
}

/** The node did not answer, or its answer is impossible. */
export class ChainError extends Error {
  override readonly name = 'ChainError';
}

/** The node returned something under our transaction's hash that is not ours. */
export class ForeignTransaction extends ChainError {}

/**
 * Opens the configured chain. A node that does not answer within `timeoutMs` counts as failed. viem is loaded only here, so that it costs
 * nothing without a chain.
 */
export async function openChain(
  { rpcUrl, key, maxFeeGwei }: Pick<NonNullable<Config['chain']>, 'rpcUrl' | 'key' | 'maxFeeGwei'>,
  timeoutMs = 10_000,
): Promise<Chain> {
  const viem = await import('viem');
  const { privateKeyToAccount } = await import('viem/accounts');
  const endpoint = endpointOf(rpcUrl, 'CHAIN_RPC_URL');
  const account = privateKeyToAccount(key as Hex); // The configuration's schema has checked its form.
  const client = viem
    .createWalletClient({
      account,
      transport: viem.http(endpoint.url, {
        timeout: timeoutMs,
        retryCount: 0,
        fetchOptions: { headers: endpoint.headers },
        fetchFn: (_input, init) => tracedFetch('chain node', endpoint.url, init),
      }),
    })
    .extend(viem.publicActions);
  const node: Node = { viem, client, account, maxFee: BigInt(maxFeeGwei) * gwei };

  /** The node's address may contain a provider's key, which viem's long messages include and its short ones do not. */
  const plainly = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof viem.BaseError) throw new ChainError(endpoint.conceal(`${error.shortMessage} ${error.details}`.trim()));
      throw error;
    }
  };
  return {
    sign: (data, earlier) => plainly(sign(node, data, earlier)),
    send: (raw) => plainly(send(node, raw)),
    find: (hash, data) => plainly(find(node, hash, data)),
    newestBlock: () => plainly(newestBlock(node)),
  };
}

/** In wei. */
const gwei = 1_000_000_000n;

interface Node {
  readonly viem: typeof import('viem');
  readonly client: WalletClient<HttpTransport, undefined, PrivateKeyAccount> & PublicActions;
  readonly account: PrivateKeyAccount;
  /** In wei per unit of gas. */
  readonly maxFee: bigint;
}

async function sign({ viem, client, account, maxFee }: Node, data: Uint8Array, earlier: string | null): Promise<SignedTransaction | null> {
  const nonce = await client.getTransactionCount({ address: account.address, blockTag: 'latest' });
  const chainId = await client.getChainId();
  const waiting = earlier === null ? null : viem.parseTransaction(earlier as TransactionSerializedEIP1559);
  if (waiting && waiting.nonce !== nonce) return null;
  const rival = waiting && { maxFeePerGas: waiting.maxFeePerGas ?? 0n, maxPriorityFeePerGas: waiting.maxPriorityFeePerGas ?? 0n };
  const bid = bidFor(await client.estimateFeesPerGas(), rival, maxFee);
  if (!bid) return null;
  const { isCapped, ...fees } = bid;
  const call = { to: account.address, value: 0n, data: viem.bytesToHex(data) };
  const gas = await client.estimateGas({ account, ...call });
  const raw = await account.signTransaction({ type: 'eip1559', chainId, nonce, ...call, gas, ...fees });
  return { raw, hash: viem.keccak256(raw), chainId, isCapped };
}

async function send({ viem, client }: Node, raw: string): Promise<'taken' | 'nonce-spent'> {
  try {
    await client.sendRawTransaction({ serializedTransaction: raw as Hex });
    return 'taken';
  } catch (error) {
    if (!(error instanceof viem.BaseError)) throw error;
    if (/already known|already imported|known transaction/i.test(error.details)) return 'taken';
    const isSpent = error.walk((cause) => cause instanceof viem.NonceTooLowError) !== null || /nonce too low/i.test(error.details);
    if (isSpent) return 'nonce-spent';
    throw error;
  }
}

async function find({ viem, client }: Node, hash: string, data: Uint8Array): Promise<MinedTransaction | null> {
  const receipt = await client.getTransactionReceipt({ hash: hash as Hex }).catch((error: unknown) => {
    if (error instanceof viem.TransactionReceiptNotFoundError) return null;
    throw error;
  });
  if (!receipt) return null;
  const transaction = await client.getTransaction({ hash: hash as Hex });
  const block = await client.getBlock({ blockNumber: receipt.blockNumber });
  const isOurs = transaction.hash === hash && transaction.input === viem.bytesToHex(data) && receipt.transactionHash === hash;
  if (!isOurs || block.hash !== receipt.blockHash)
    throw new ForeignTransaction('the node tells of another transaction or another block than asked for');
  const newest = await client.getBlockNumber({ cacheTime: 0 });
  return {
    hash,
    blockHeight: receipt.blockNumber,
    chainTime: new Date(Number(block.timestamp) * 1000),
    confirmations: newest - receipt.blockNumber + 1n,
    hasFailed: receipt.status !== 'success',
  };
}

async function newestBlock({ client }: Node): Promise<ChainBlock> {
  const [chainId, { number, hash, timestamp }] = await Promise.all([client.getChainId(), client.getBlock({ blockTag: 'latest' })]);
  return { chainId: String(chainId), number: String(number), hash: hash.toLowerCase(), time: new Date(Number(timestamp) * 1000) };
}
