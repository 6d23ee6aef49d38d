import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { contract, type Contract } from '../../../contract/console/index.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import type { Config } from '../runtime/config.ts';
import { dropEmptyBody } from './body-headers.ts';
import { assertQuery, readForms } from './body-text.ts';
import { answerErrors, answerUnknownCalls } from './errors.ts';
import { limitRate } from './limits/rate.ts';
import { mount, type Handlers, type MountDeps } from './mount.ts';
import { openApiOf } from './openapi.ts';

/** Mounts the console's API under `/api`: its calls, its OpenAPI document, and the answer to unknown calls. */
export async function mountApi(
  api: FastifyInstance,
  routes: Handlers<Contract>,
  { ratePerMinute, office, ...parts }: MountDeps & Pick<Config, 'ratePerMinute' | 'office'>,
): Promise<void> {
  // Only forms are accepted (spec/wire, 1): a JSON body gets 415.
  api.removeAllContentTypeParsers();
  readForms(api, limits.formBodyBytes);
  api.addHook('preParsing', dropEmptyBody);
  api.addHook('preParsing', assertQuery);
  answerErrors(api);
  const loginPaths = [contract.login.path, contract.getImgCode.path, contract.passkeyLogin.path, contract.signInWays.path];
  limitRate(api, { perMinute: ratePerMinute.calls, signIn: { paths: loginPaths, perMinute: ratePerMinute.login } });
  await mount(api, contract, routes, parts);
  await documentApi(api, office.sandboxNotice);
  answerUnknownCalls(api);
}

/** @param notice as in `serveConsole`; shown through a stylesheet here, because the plugin renders the page. */
async function documentApi(api: FastifyInstance, notice: string | null): Promise<void> {
  const title = '公证处管理后台接口';
  const document = openApiOf(notice === null ? title : `${title}（${notice}）`, contract);
  api.get('/api/openapi.json', { exposeHeadRoute: true }, async () => document);
  await api.register(async (docs) => {
    await docs.register(swagger, { mode: 'static', specification: { document: document as never } });
    const theme = notice === null ? {} : { theme: { title: notice, css: [{ filename: 'notice.css', content: noticeStyle(notice) }] } };
    await docs.register(swaggerUi, { routePrefix: '/api/docs', ...theme });
  });
}

function noticeStyle(notice: string): string {
  return (
    `body::before { content: "${notice}"; position: sticky; top: 0; z-index: 1; display: block; background: #a8071a; color: #fff; ` +
    'font: 14px/28px sans-serif; text-align: center; }'
  );
}
