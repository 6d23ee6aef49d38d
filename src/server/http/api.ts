import formbody from '@fastify/formbody';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { contract, type Contract } from '../../contract/console/index.ts';
import { limits } from '../../domain/codes/limits.ts';
import type { Config } from '../runtime/config.ts';
import { answerErrors, answerUnknownCalls } from './errors.ts';
import { limitRate } from './limits/rate.ts';
import { mount, type Handlers, type MountDeps } from './mount.ts';
import { openApiOf } from './openapi.ts';

/** The console's API under `/api`: its calls, its document, and what it answers where no call is. */
export async function mountApi(
  api: FastifyInstance,
  routes: Handlers<Contract>,
  { ratePerMinute, ...parts }: MountDeps & Pick<Config, 'ratePerMinute'>,
): Promise<void> {
  // Forms only (wire, section 1): a JSON body is 415.
  api.removeAllContentTypeParsers();
  await api.register(formbody, { bodyLimit: limits.formBodyBytes });
  answerErrors(api);
  const loginPaths = [contract.login.path, contract.getImgCode.path, contract.passkeyLogin.path, contract.signInWays.path];
  limitRate(api, { perMinute: ratePerMinute.calls, signIn: { paths: loginPaths, perMinute: ratePerMinute.login } });
  await mount(api, contract, routes, parts);
  await documentApi(api);
  answerUnknownCalls(api);
}

async function documentApi(api: FastifyInstance): Promise<void> {
  const document = openApiOf('公证处管理后台接口', contract);
  api.get('/api/openapi.json', async () => document);
  await api.register(async (docs) => {
    await docs.register(swagger, { mode: 'static', specification: { document: document as never } });
    await docs.register(swaggerUi, { routePrefix: '/api/docs' });
  });
}
