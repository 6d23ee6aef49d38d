import fastify from 'fastify';
import { measureCalls } from '../src/server/platform/http/observed/measure-calls.ts';
import { statementName } from '../src/server/platform/db/observed/statement-name.ts';
import { histogram } from '../src/server/platform/telemetry/registry.ts';

/*
 * Measures a call with metrics against the same call without: in pairs, in turns, in one process, with the cheapest call, which uses no
 * database.
 */

const rounds = 30;
const calls = 2000;

const appOf = (isMeasured: boolean) => {
  const app = fastify();
  if (isMeasured) measureCalls(app);
  app.post('/api/member/getMenu', async () => ({ code: 200 }));
  return app;
};

async function microsecondsOf(app: ReturnType<typeof appOf>): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < calls; at += 1) await app.inject({ method: 'POST', url: '/api/member/getMenu' });
  return ((performance.now() - started) * 1000) / calls;
}

const [plain, measured] = [appOf(false), appOf(true)];
for (const app of [plain, measured, plain, measured]) await microsecondsOf(app);
const pairs: { plain: number; measured: number }[] = [];
for (let round = 0; round < rounds; round += 1) {
  const isPlainFirst = round % 2 === 0;
  const first = await microsecondsOf(isPlainFirst ? plain : measured);
  const second = await microsecondsOf(isPlainFirst ? measured : plain);
  pairs.push(isPlainFirst ? { plain: first, measured: second } : { plain: second, measured: first });
}
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const ratio = middle(pairs.map((pair) => pair.measured / pair.plain));
const more = middle(pairs.map((pair) => pair.measured - pair.plain));
console.log(
  `call: ${middle(pairs.map((pair) => pair.plain)).toFixed(1)} µs, measured ${more.toFixed(2)} µs more, paired ratio ${ratio.toFixed(3)}`,
);

const took = histogram({
  name: 'bench_seconds',
  help: 'Statements.',
  labels: ['query'],
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
});
const text = 'select "id", "username" from "account" where "id" = $1';
const turns = 1_000_000;
const started = performance.now();
for (let at = 0; at < turns; at += 1) took.observe((performance.now() - started) / 1e9, [statementName(text)]);
console.log(`statement: ${(((performance.now() - started) * 1000) / turns).toFixed(2)} µs more`);
