import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '../../../src/server/app.ts';
import { openDatabase } from '../../../src/server/platform/db/database.ts';
import { readConfig } from '../../../src/server/platform/runtime/config.ts';
import { createTokens } from '../../../src/server/access/session/token.ts';
import { newCredential } from '../../../src/server/business/users/credentials.ts';
import { encodeForm, type Envelope } from '../../../src/contract/wire.ts';
import type { testApp } from '../../installation/app.ts';
import { insertSession } from '../../installation/factories/sessions.ts';
import { intakeClient } from '../../installation/intake.ts';

/** One side of a race: a server of its own, and operators who are signed in there. */
export interface Side {
  post(username: string, path: string, fields: Record<string, string | number>): Promise<Envelope<{ msg?: string } | null>>;
  readonly intake: ReturnType<typeof intakeClient>;
  /** Before the race, for an operator whose permissions may end in it. */
  signIn(username: string): Promise<unknown>;
}

/** Two servers with a pool each on one database, because a race inside one process proves nothing about several. */
export function twoServers(installation: ReturnType<typeof testApp>): Side[] {
  const sides: Side[] = [];
  const opened: { second?: FastifyInstance; close?: () => Promise<void> } = {};
  const secrets = { token: randomBytes(32), link: randomBytes(32), owner: randomBytes(32), totp: randomBytes(32) };
  beforeAll(async () => {
    const { host, port, user, database } = installation.pool.options;
    const { db, pool } = openDatabase({ host, port, user, database }, 12);
    secrets.owner = Buffer.from(installation.ownerSecret);
    const { store, stages } = installation;
    const config = readConfig({ RATE_LIMIT_PER_MINUTE: '0', INTAKE_RATE_PER_MINUTE: '0', UPLOADS_PER_CLIENT: '0' });
    opened.second = await buildApp({ config, db, pool, store, stages, secrets });
    opened.close = () => db.destroy();
    const key = newCredential();
    await installation.db
      .insertInto('credential')
      .values({ ...key, kind: 'platform', user_id: null, name: '门户网站' })
      .execute();
    const second = createTokens(secrets.token);
    sides.push(
      side(installation.app, key, async (name) => (await installation.signIn(name)).token),
      side(opened.second, key, (name) => insertSession(installation.db, second, name)),
    );
  });
  afterAll(async () => {
    await opened.second?.close();
    await opened.close?.();
  });
  return sides;
}

function side(app: FastifyInstance, key: ReturnType<typeof newCredential>, signIn: (name: string) => Promise<string>): Side {
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (name: string): Promise<string> => {
    const known = tokens.get(name) ?? signIn(name);
    tokens.set(name, known);
    return known;
  };
  return {
    intake: intakeClient(app, key),
    signIn: tokenOf,
    async post(username, url, fields) {
      const headers = { authorization: await tokenOf(username), 'content-type': 'application/x-www-form-urlencoded' };
      const send = async () =>
        (await app.inject({ method: 'POST', url, payload: encodeForm(fields).toString(), headers })).json<Envelope>();
      const answer = await send();
      if (answer.code === 401) tokens.delete(username);
      return answer as Envelope<{ msg?: string } | null>;
    },
  };
}
