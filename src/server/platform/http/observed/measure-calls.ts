import type { FastifyInstance } from 'fastify';
import { counter, gauge, histogram } from '../../telemetry/registry.ts';
import { factsOf, lineOf } from './call-facts.ts';
import { callNameOf } from './call-names.ts';

const took = histogram({
  name: 'notary_call_duration_seconds',
  help: 'How long calls took, by the name of the contract and the class of the answer; refused: of the console, with status 200.',
  labels: ['api', 'call', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});
const faults = counter({ name: 'notary_call_faults_total', help: 'Calls that ended in a fault of the server (5xx).', labels: ['api'] });
for (const api of ['console', 'open', 'other']) faults.add([api], 0);

let underWay = 0;
gauge({ name: 'notary_calls_in_flight', help: 'Calls that are being answered, streams of events among them.' }, () => [
  { value: underWay },
]);

/** Measures each call when its answer has been sent, and logs it at level `info`. */
export function measureCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    underWay += 1;
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    underWay -= 1;
    const { api, call } = callNameOf(request);
    const { isRefused } = factsOf(request);
    const { statusCode, elapsedTime } = reply;
    const status = isRefused === true && statusCode === 200 ? 'refused' : `${Math.floor(statusCode / 100)}xx`;
    took.observe(elapsedTime / 1000, [api, call, status]);
    if (statusCode >= 500) faults.add([api]);
    if (tellsCalls) request.log.info({ ...lineOf(request), status: statusCode, outcome: status, ms: Math.round(elapsedTime) }, 'call');
    done();
  });
  const tellsCalls = ['info', 'debug', 'trace'].includes(app.log.level);
}
