import type { FastifyInstance } from 'fastify';
import { faultMessage, readFields } from '../../../contract/open/faults.ts';
import { verificationCalls } from '../../../contract/open/verification.ts';
import { typedNumber } from '../../../domain/kit/text/typed.ts';
import type { Deps } from '../../custody/deps.ts';
import { anchoredProofOf } from '../../custody/log/proof.ts';
import { readFacts } from '../../custody/package/facts.ts';
import type { Database } from '../../platform/db/database.ts';
import { refuseUnsigned, serveUnsigned } from '../../platform/http/unsigned.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { type AttestorConfig, verifyHash, verifyNumber } from './verification.ts';

/** Public verification of evidence. */
export function verification(deps: Pick<Deps, 'config' | 'db'>) {
  return { register: (app: FastifyInstance) => verificationRoutes(app, deps) };
}

/** Public calls: whether an evidence is known, and its proof. */
async function verificationRoutes(
  app: FastifyInstance,
  { db, config }: { db: Database; config: AttestorConfig & Pick<Config, 'office'> },
): Promise<void> {
  serveUnsigned(app);

  app.get(verificationCalls.verify.path, publicRead, async (request, reply) => {
    const query = readFields(verificationCalls.verify.query, request.query, 'query');
    if (query.faults) return refuseUnsigned(reply, 400, 'malformed', faultMessage(query.faults));
    const { number, sha256 = '' } = query.data;
    const answer = await (number === undefined ? verifyHash(db, config, sha256) : verifyNumber(db, config, number));
    return config.office.sandboxNotice === null ? answer : { ...answer, notice: config.office.sandboxNotice };
  });

  app.get<{ Params: { number: string } }>(`${verificationCalls.verify.path}/:number/proof`, publicRead, async (request, reply) => {
    const facts = await readFacts(db, typedNumber(request.params.number));
    if (!facts) return refuseUnsigned(reply, 404, 'unknown', 'there is no such evidence');
    const proof = facts.logEntry === null ? null : await anchoredProofOf(db, facts.logEntry, config.timestamps.url !== undefined);
    if (!proof) return reply.status(202).send({ state: 'pending' });
    return reply.type('text/plain; charset=utf-8').send(proof.text);
  });
}

/** A HEAD writes nothing here either. */
const publicRead = { exposeHeadRoute: true } as const;
