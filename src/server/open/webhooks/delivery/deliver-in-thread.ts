import { once } from 'node:events';
import type { PoolConfig } from 'pg';
import { openThread } from '../../../platform/runtime/open-thread.ts';
import { programUrl, type DeliveryTask } from './thread.ts';

/**
 * Delivers in a worker thread until the server stops. An attempt costs a handshake, signatures and queries, which must not delay the
 * server's calls. @throws the error that the thread ended with.
 */
export async function deliverInThread(
  { connection, ...others }: Omit<DeliveryTask, 'program' | 'connection'> & { readonly connection: PoolConfig },
  stopping: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  if (stopping.aborted) return;
  const { host, port, user, password, database, connectionString, ssl } = connection;
  const given = Object.entries({ host, port, user, password, database, connectionString, ssl }).filter(([, value]) => value !== undefined);
  const task: DeliveryTask = { program: 'delivery', connection: Object.fromEntries(given), ...others };
  const thread = openThread(programUrl, { workerData: task });
  const stop = (): void => thread.postMessage('stop', []);
  stopping.addEventListener('abort', stop, { once: true });
  thread.on('message', (line: unknown) => log(`delivering events failed and will be tried again: ${String(line)}`));
  try {
    const [code]: unknown[] = await once(thread, 'exit');
    if (!stopping.aborted) throw new Error(`its thread ended with ${String(code)}`);
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}
