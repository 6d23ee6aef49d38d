import type { FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Envelope } from '../../src/contract/wire.ts';
import { encodeForm, type FormValue } from '../../src/contract/wire.ts';
import { buildApp } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { createTokens } from '../../src/server/access/session/token.ts';
import { createLocalStore } from '../../src/server/platform/storage/local.ts';
import { localStagingAreas, type StagingAreas } from '../../src/server/platform/storage/staging-areas.ts';
import type { ObjectStore } from '../../src/server/platform/storage/store.ts';
import { tracedStore } from '../../src/server/platform/storage/traced-store.ts';
import { password } from './factories/accounts.ts';
import { insertSession } from './factories/sessions.ts';
import { testDatabase } from './database.ts';

type Fields = Record<string, FormValue>;
export interface Answer<Data = unknown> extends Envelope<Data> {
  readonly status: number;
  readonly headers: Record<string, unknown>;
}

/** All servers of an installation accept each other's tokens. */
const tokenSecret = randomBytes(32);

/** The file storage of an installation. */
type Files = { readonly store: ObjectStore; readonly stages: StagingAreas };
const inFolder = async (folder: string): Promise<Files> => ({
  store: tracedStore(await createLocalStore(folder), 'local'),
  stages: localStagingAreas(join(folder, 'uploads')),
});

/**
 * The real app on a real database and a real folder, for one test file. @param database opened by earlier hooks. @param open opens a file
 * storage other than a local folder.
 */
export function testApp(environment: Record<string, string> = {}, database = testDatabase(), open = inFolder) {
  const installation = database as typeof database & {
    app: FastifyInstance;
    store: ObjectStore;
    /** Where the store keeps its files. */
    folder: string;
    stages: StagingAreas;
    ownerSecret: Uint8Array;
  };
  installation.ownerSecret = randomBytes(32);
  const tokens = createTokens(tokenSecret);
  installation.folder = '';
  beforeAll(async () => {
    installation.folder = await mkdtemp(join(tmpdir(), 'notary-files-'));
    Object.assign(installation, await open(installation.folder));
    const config = readConfig({
      CAPTCHA_FIXED_CODE: 'test',
      RATE_LIMIT_PER_MINUTE: '0',
      LOGIN_RATE_PER_MINUTE: '0',
      INTAKE_RATE_PER_MINUTE: '0',
      UPLOADS_PER_CLIENT: '0',
      UPLOADS_PER_ADDRESS: '0',
      ...environment,
    });
    const secrets = { token: tokenSecret, link: randomBytes(32), owner: installation.ownerSecret, totp: randomBytes(32) };
    installation.app = await buildApp({
      config,
      db: installation.db,
      pool: installation.pool,
      store: installation.store,
      stages: installation.stages,
      secrets,
    });
    await installation.app.ready();
  });
  afterAll(async () => {
    await installation.app?.close();
    await rm(installation.folder, { recursive: true, force: true });
  });

  async function send<Data>(method: 'GET' | 'POST', path: string, fields: Fields, headers: Record<string, string>): Promise<Answer<Data>> {
    const form = encodeForm(fields).toString();
    const url = method === 'GET' && form !== '' ? `${path}?${form}` : path;
    const body =
      method === 'POST' ? { payload: form, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } } : { headers };
    const reply = await installation.app.inject({ method, url, ...body });
    return { ...(reply.json() as Envelope<Data>), status: reply.statusCode, headers: reply.headers };
  }

  /** Calls as one operator, or as nobody with an empty token. */
  const as = (token: string) => {
    const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
    return {
      token,
      get: <Data = unknown>(path: string, fields: Fields = {}) => send<Data>('GET', path, fields, headers),
      post: <Data = unknown>(path: string, fields: Fields = {}) => send<Data>('POST', path, fields, headers),
    };
  };

  async function attempt(
    username: string,
    secret = password,
    code = 'test',
    headers: Record<string, string> = {},
  ): Promise<Answer<{ token: string; expires_at: string; msg?: string }>> {
    const captcha = await send<{ imgCodeToken: string }>('GET', '/api/login/getImgCode', {}, headers);
    return send(
      'POST',
      '/api/login/login',
      { username, password: secret, imgCode: code, imgCodeToken: captcha.data.imgCodeToken },
      headers,
    );
  }

  /** Signs in with captcha and password, as an operator does: only for the tests of signing in. */
  async function signInWithPassword(username: string) {
    const answer = await attempt(username);
    if (answer.code !== 200) throw new Error(`sign-in of ${username}: ${JSON.stringify(answer)}`);
    return as(answer.data.token);
  }

  /** Signs in without the cost of a captcha and a password. */
  const signIn = async (username: string) => as(await insertSession(installation.db, tokens, username));

  return Object.assign(installation, { as, attempt, signIn, signInWithPassword, nobody: as('') });
}
