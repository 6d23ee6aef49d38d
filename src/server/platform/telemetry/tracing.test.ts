import { afterEach, expect, it } from 'vitest';
import fastify from 'fastify';
import { startTraceReceiver } from '../../../../test/installation/servers/trace-receiver.ts';
import { traceCalls } from '../http/observed/trace-calls.ts';
import { tracedStore } from '../storage/traced-store.ts';
import type { ObjectStore } from '../storage/store.ts';
import { endTracing, startTracing } from './start-tracing.ts';
import { errorTypeOf, resumeHere, spanFields, traced, tracing, useTracer } from './tracing.ts';

afterEach(() => {
  useTracer(null);
  delete process.env['OTEL_TRACES_SAMPLER'];
});

it('without an endpoint nothing is wrapped, and nothing is hooked in', async () => {
  await startTracing({ endpoint: undefined, address: undefined }, 'notary-server', () => undefined);
  expect(tracing()).toBeNull();
  const store = {} as ObjectStore;
  expect(tracedStore(store, 'local')).toBe(store);
  const app = fastify();
  const hooks: string[] = [];
  app.addHook = ((name: string) => (hooks.push(name), app)) as typeof app.addHook;
  traceCalls(app);
  expect(hooks).toEqual([]);
  expect(await traced('a turn', { kind: 'internal', root: {} }, async (span) => [span, resumeHere()(() => 1)])).toEqual([null, 1]);
  expect(spanFields()).toEqual({});
});

it('tells of an error a code or a class, and never its words', () => {
  const of = (code: string) => Object.assign(new Error('张三'), { code });
  expect(
    [of('23505'), of('ECONNREFUSED'), new TypeError('fetch failed', { cause: of('ENOTFOUND') }), new RangeError('张三')].map(errorTypeOf),
  ).toEqual(['23505', 'ECONNREFUSED', 'ENOTFOUND', 'RangeError']);
  expect([of('张三'), '张三', null, { code: 7 }].map(errorTypeOf)).toEqual(['Error', '_OTHER', '_OTHER', '_OTHER']);
});

it("sampling follows the standard's variable, and what is not sampled has its trace in the log all the same", async () => {
  const receiver = await startTraceReceiver();
  try {
    for (const sampler of ['always_off', 'always_on']) {
      process.env['OTEL_TRACES_SAMPLER'] = sampler;
      await startTracing({ endpoint: undefined, address: `${receiver.origin}/v1/traces` }, 'notary-server', () => undefined);
      await traced(sampler, { kind: 'internal', root: {} }, async () => {
        expect(spanFields().trace).toMatch(/^[0-9a-f]{32}$/);
        await traced('below', { kind: 'internal' }, () => Promise.resolve());
      });
      await endTracing();
    }
    expect(receiver.spans.map(({ name }) => name).toSorted()).toEqual(['always_on', 'below']);
  } finally {
    await receiver.stop();
  }
});

it('the end of a process waits for its receiver no longer than it is told', async () => {
  const receiver = await startTraceReceiver();
  receiver.answer(() => undefined);
  try {
    await startTracing({ endpoint: `${receiver.origin}/`, address: undefined }, 'notary-server', () => undefined);
    await traced('a turn', { kind: 'internal', root: {} }, () => Promise.resolve());
    await endTracing(50);
    expect(tracing()).toBeNull();
    expect(receiver.spans).toEqual([]);
  } finally {
    await receiver.stop();
  }
});
