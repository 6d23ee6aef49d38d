import type { FastifyInstance } from 'fastify';
import { intakeCalls, unsignedCalls, type IntakeCalls } from '../../../contract/open/index.ts';
import type { CallRecorder } from '../../desk/call-records/recorder.ts';
import type { Database } from '../../platform/db/database.ts';
import { limitScope } from '../../platform/http/limit-scope.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { mountIntake, type IntakeHandlers, type SignedRequests } from './mount.ts';
import { intakeOpenApi } from './openapi.ts';

interface EdgeDeps {
  readonly db: Database;
  readonly put: ObjectStore['put'];
  readonly recorder: CallRecorder;
  readonly config: Pick<Config, 'evidenceMaxBytes' | 'ratePerMinute' | 'uploadsAtOnce'>;
}

/**
 * Mounts the API for the platform's own apps and for enterprises (intake): the signed calls, other signed routes, and the OpenAPI document
 * of all calls under `/open/v1`.
 */
export async function mountSignedEdge(
  app: FastifyInstance,
  handlers: IntakeHandlers<IntakeCalls>,
  registers: readonly ((signed: FastifyInstance, signatureOf: SignedRequests) => void)[],
  { db, put, recorder, config }: EdgeDeps,
): Promise<void> {
  await app.register(async (signed) => {
    const signatureOf = await mountIntake(signed, intakeCalls, handlers, {
      db,
      put,
      maxFileBytes: config.evidenceMaxBytes,
      ratePerMinute: config.ratePerMinute.intake,
      uploadsAtOnce: config.uploadsAtOnce.perClient,
      recorder,
    });
    for (const register of registers) register(signed, signatureOf);
  });
  // Writes the buffered records of the last second; they are lost if the database is gone.
  app.addHook('onClose', () => recorder.flush().catch((error: unknown) => app.log.error({ err: error }, 'call records were not written')));
  const document = intakeOpenApi(intakeCalls, unsignedCalls);
  await app.register(async (documents) => {
    limitScope(documents, config.ratePerMinute.calls);
    documents.get('/open/v1/openapi.json', { exposeHeadRoute: true }, async () => document);
  });
}
