import { randomBytes } from 'node:crypto';
import { encodeForm, type Envelope } from '../../contract/wire.ts';
import { buildServer } from '../../server/app.ts';
import { readSecret } from '../../server/platform/db/secrets.ts';
import { openInstallation } from '../../server/platform/installation/open.ts';
import type { Config } from '../../server/platform/runtime/config.ts';
import { hashPassword } from '../../server/access/session/sign-in.ts';
import { CommandError } from '../lib/command.ts';

/**
 * Opens a restored installation as its server would, signs in as an administrator created for this purpose, and reads the list of evidence.
 * It opens no port and runs no job. @returns a description of what was found. @throws CommandError
 */
export async function smokeTest(config: Config): Promise<string> {
  const captcha = randomBytes(4).toString('hex');
  const own = { ...config, passwordSignIn: true, captcha: { ...config.captcha, fixedCode: captcha } };
  const installation = await openInstallation(own, () => undefined, 'shared', 'asked');
  const { db, pool, store, stages } = installation;
  try {
    const username = `drill-${randomBytes(6).toString('hex')}@example.com`;
    const password = `Drill2026${randomBytes(12).toString('hex')}`;
    await db
      .insertInto('account')
      .values({ username, realname: '恢复演练', mobile: '', role_id: '1', password_hash: await hashPassword(password) })
      .execute();
    const secrets = {
      token: await readSecret(db, 'session-token'),
      link: await readSecret(db, 'file-link'),
      owner: await readSecret(db, 'evidence-owner'),
      totp: await readSecret(db, 'totp'),
    };
    const { app } = await buildServer({ config: own, db, pool, store, stages, secrets });
    try {
      const call = async (method: 'GET' | 'POST', path: string, fields: Record<string, string>, token = '') => {
        const form = encodeForm(fields).toString();
        const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
        const answer = await app.inject(
          method === 'GET'
            ? { method, url: `${path}?${form}`, headers }
            : { method, url: path, payload: form, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } },
        );
        const body = answer.json<Envelope<Record<string, unknown>>>();
        if (body.code !== 200) throw new CommandError(`The restored installation refused ${path}: ${JSON.stringify(body)}`);
        return body.data;
      };
      const { imgCodeToken } = await call('GET', '/api/login/getImgCode', {});
      const sign = { username, password, imgCode: captcha, imgCodeToken: String(imgCodeToken) };
      const { token } = await call('POST', '/api/login/login', sign);
      const counts: number[] = [];
      for (const type of ['1', '2'])
        counts.push(
          Number((await call('GET', '/api/ajax/data/getSaveDataList', { type, page: '1', limit: '10' }, String(token)))['count']),
        );
      return `signed in, and read the lists of evidence: ${counts.join(' and ')} pieces`;
    } finally {
      await app.close();
    }
  } finally {
    await installation.close();
  }
}
