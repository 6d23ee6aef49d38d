import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { grant } from '../../src/server/business/points/ledger.ts';
import { webhookMaker } from '../../test/installation/factories/webhooks.ts';
import { evidenceRequest, sendAll, type Signer } from '../intake/intake-client.ts';
import { startBuiltServer } from '../intake/intake-server.ts';

/** Compares the intake of the built server with and without endpoints that receive each event, in turns. @returns both ratios, medians. */
export async function intakeBeside(origin: string): Promise<{ readonly throughput: number; readonly p99: number }> {
  const [connections, seconds, rounds] = [Number(process.env['BENCH_CONNECTIONS'] ?? 16), 8, Number(process.env['BENCH_ROUNDS'] ?? 5)];
  process.env['UV_THREADPOOL_SIZE'] ??= '32';
  process.env['WEBHOOK_ALLOW_PRIVATE'] = '1';
  const server = await startBuiltServer();
  const { db } = openDatabase(server.postgres.address, 4);
  try {
    const make = webhookMaker({ db });
    const signers: Signer[] = [];
    for (let at = 0; at < 40; at += 1) {
      const { app_id: appId, security_key: key, userId } = await make.client('enterprise');
      await db
        .transaction()
        .execute((tx) => grant(tx, { userId: userId ?? '', points: 1_000_000, source: 'giftTest', reference: `bench-${at}` }));
      await make.endpoint(appId, `${origin}/beside`, ['evidence.*']);
      signers.push({ appId, key, userId: userId ?? '' });
    }
    const round = async (status: 'enabled' | 'disabled') => {
      await db.updateTable('webhook').set({ status }).execute();
      const requests = Array.from({ length: seconds * 1500 }, (_, at) => evidenceRequest(signers[at % signers.length] as Signer));
      await sleep(1000);
      const before = await server.cpuSeconds();
      const { perSecond, p99Ms } = await sendAll(server.port, requests, connections, seconds);
      const after = await server.cpuSeconds();
      const { made } = await db
        .selectFrom('webhook_attempt')
        .select(({ fn }) => fn.countAll<string>().as('made'))
        .executeTakeFirstOrThrow();
      const cores = (name: 'server' | 'postgres'): string => ((after[name] - before[name]) / seconds).toFixed(2);
      console.log(
        `  ${status}: ${perSecond.toFixed(0)} a second; cores: server ${cores('server')}, PostgreSQL ${cores('postgres')}; ${made} sent`,
      );
      // The remaining deliveries of a turn must not disturb the next one.
      await db.updateTable('webhook').set({ status: 'disabled' }).execute();
      await db.deleteFrom('webhook_delivery').execute();
      return { perSecond, p99Ms };
    };
    for (let warming = 0; warming < 3; warming += 1) await round('disabled');
    const ratios = [];
    for (let at = 0; at < rounds; at += 1) {
      const [without, beside, again] = [await round('disabled'), await round('enabled'), await round('disabled')];
      const base = { perSecond: (without.perSecond + again.perSecond) / 2, p99Ms: (without.p99Ms + again.p99Ms) / 2 };
      ratios.push({ throughput: beside.perSecond / base.perSecond, p99: beside.p99Ms / base.p99Ms });
      console.log(
        `evidence at ${connections}: ${base.perSecond.toFixed(0)} a second and p99 ${base.p99Ms.toFixed(0)} ms without webhooks, ` +
          `${beside.perSecond.toFixed(0)} and ${beside.p99Ms.toFixed(0)} ms with them`,
      );
    }
    return { throughput: median(ratios.map(({ throughput }) => throughput)), p99: median(ratios.map(({ p99 }) => p99)) };
  } finally {
    await db.destroy();
    await server.stop();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
