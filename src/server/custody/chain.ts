import type { Hex, TransactionSerializedEIP1559 } from 'viem';
import type { Config } from '../config.ts';

export interface SignedTransaction {
  readonly raw: string;
  /** Known before anybody has seen the transaction: the hash of `raw`. */
  readonly hash: string;
  readonly chainId: number;
}
export interface MinedTransaction {
  readonly hash: string;
  readonly blockHeight: bigint;
  readonly chainTime: Date;
  /** Its own block counts. */
  readonly confirmations: bigint;
}

/** An EVM chain as the log needs it: one sender, one transaction at a time. */
export interface Chain {
  /** A transaction to ourselves that carries `data`, with the first nonce that no block holds: it takes the place of one that was never mined, and bids more than `earlier` did. */
  sign(data: Uint8Array, earlier: string | null): Promise<SignedTransaction>;
  /** Hands it to the node; again is no fault. `nonce-spent`: a block holds another transaction in its place, or this one. */
  send(raw: string): Promise<'taken' | 'nonce-spent'>;
  /** Null while no block holds it. @throws ForeignTransaction when what is mined under that hash is not what we sent. */
  find(hash: string, data: Uint8Array): Promise<MinedTransaction | null>;
}

/** What a node answered cannot be, or the transaction was refused by the chain. */
export class ChainError extends Error {
  override readonly name = 'ChainError';
}

/** Under the hash that was asked for, the chain holds something that is not ours, or holds it as failed. */
export class ForeignTransaction extends ChainError {}

/** The chain of the configuration; its node answers within `timeoutMs` or has not answered. viem is loaded only here: without a chain it costs nothing. */
export async function openChain({ rpcUrl, key }: NonNullable<Config['chain']>, timeoutMs = 10_000): Promise<Chain> {
  const { bytesToHex, createWalletClient, http, keccak256, NonceTooLowError, BaseError, parseTransaction, publicActions, TransactionReceiptNotFoundError } = await import('viem');
  const { privateKeyToAccount } = await import('viem/accounts');
  const account = privateKeyToAccount(key as Hex); // The configuration's schema saw to its form.
  const client = createWalletClient({ account, transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 0 }) }).extend(publicActions);

  /** A node's address may hold a key of its provider: viem's long messages name it, its short ones do not. */
  const plainly = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof BaseError) throw new ChainError(`${error.shortMessage} ${error.details}`.trim().replaceAll(rpcUrl, 'CHAIN_RPC_URL'));
      throw error;
    }
  };

  const chain: Chain = {
    async sign(data, earlier) {
      const nonce = await client.getTransactionCount({ address: account.address, blockTag: 'latest' });
      const chainId = await client.getChainId();
      const fees = await client.estimateFeesPerGas();
      const gas = await client.estimateGas({ account, to: account.address, data: bytesToHex(data), value: 0n });
      const bid = earlier === null ? null : parseTransaction(earlier as TransactionSerializedEIP1559);
      // Half more than asked carries it through a rise of the fees; nodes give the place of one that waits only for a tenth more than it bid.
      const dearer = (asked: bigint, before = 0n): bigint => [(asked * 3n) / 2n, (before * 5n) / 4n].reduce((a, b) => (a > b ? a : b)) + 1n;
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        to: account.address,
        value: 0n,
        data: bytesToHex(data),
        gas,
        maxFeePerGas: dearer(fees.maxFeePerGas, bid?.maxFeePerGas),
        maxPriorityFeePerGas: dearer(fees.maxPriorityFeePerGas, bid?.maxPriorityFeePerGas),
      });
      return { raw, hash: keccak256(raw), chainId };
    },

    async send(raw) {
      try {
        await client.sendRawTransaction({ serializedTransaction: raw as Hex });
        return 'taken';
      } catch (error) {
        if (error instanceof BaseError && /already known|already imported|known transaction/i.test(error.details)) return 'taken';
        const isSpent = error instanceof BaseError && (error.walk((cause) => cause instanceof NonceTooLowError) !== null || /nonce too low/i.test(error.details));
        if (isSpent) return 'nonce-spent';
        throw error;
      }
    },

    async find(hash, data) {
      const receipt = await client.getTransactionReceipt({ hash: hash as Hex }).catch((error: unknown) => {
        if (error instanceof TransactionReceiptNotFoundError) return null;
        throw error;
      });
      if (!receipt) return null;
      const transaction = await client.getTransaction({ hash: hash as Hex });
      const block = await client.getBlock({ blockNumber: receipt.blockNumber });
      const isOurs = transaction.hash === hash && transaction.input === bytesToHex(data) && receipt.transactionHash === hash;
      if (!isOurs || block.hash !== receipt.blockHash) throw new ForeignTransaction('the node tells of another transaction or another block than asked for');
      if (receipt.status !== 'success') throw new ForeignTransaction('the chain holds the transaction as failed');
      const newest = await client.getBlockNumber({ cacheTime: 0 });
      return { hash, blockHeight: receipt.blockNumber, chainTime: new Date(Number(block.timestamp) * 1000), confirmations: newest - receipt.blockNumber + 1n };
    },
  };
  return {
    sign: (data, earlier) => plainly(() => chain.sign(data, earlier)),
    send: (raw) => plainly(() => chain.send(raw)),
    find: (hash, data) => plainly(() => chain.find(hash, data)),
  };
}
