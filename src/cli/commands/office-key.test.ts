import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { ownWebhooks } from '../../../test/installation/scenarios/own-webhooks.ts';
import { openArchiveSigner } from '../../server/custody/identity/archive-key.ts';
import { openSigningIdentity } from '../../server/custody/identity/signing-identity.ts';
import { register } from '../../server/platform/installation/registration.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { listKeys } from '../../server/open/webhooks/signing/key-store.ts';
import { secretName } from '../../server/open/webhooks/signing/secret-name.ts';
import { openVault } from '../../server/open/webhooks/signing/vault.ts';
import { officeKeyCommands } from './office-key.ts';

const installation = testApp({ WEBHOOK_ALLOW_PRIVATE: '1' });
const { created } = ownWebhooks(installation);
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-key-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const configOf = (password?: string) => readConfig(password === undefined ? {} : { OFFICE_KEY_PASSWORD: password });

async function change(password: string, from?: string) {
  const path = join(folder, 'password');
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  const { db, pool } = installation;
  return officeKeyCommands[0]?.run({ db, pool, args: ['--password-file', path], config: configOf(from) });
}

/** What opens with this password: the office's certificate, its keys of archives and webhooks, an endpoint's secret. */
async function opened(endpoint: string, password?: string) {
  const { db } = installation;
  const vault = await openVault(db, configOf(password).office);
  const { sealed } = await db.selectFrom('webhook_secret').select('sealed').where('webhook_id', '=', endpoint).executeTakeFirstOrThrow();
  const identity = await openSigningIdentity(db, configOf(password));
  expect((await identity.signDigest(Buffer.alloc(32))).length).toBeGreaterThan(100);
  return {
    certificate: identity.certificatePem,
    archives: (await openArchiveSigner(db, configOf(password))).sha256,
    webhooks: (await listKeys(db, vault)).map(({ publicKey }) => publicKey.toString('hex')),
    secret: vault.open(sealed, secretName(endpoint)).toString('hex'),
  };
}

it('keeps the same keys under another password, and nothing beside them that opens them', async () => {
  const { id } = await created({ types: ['order.paid'] });
  const before = await opened(id);
  expect(await change('the first password')).toMatchObject({ value: { resealed: 4 } });
  expect(await opened(id, 'the first password')).toEqual(before);
  const names = await installation.db.selectFrom('secret').select('name').where('name', '=', 'office-key-wrap').execute();
  expect(names).toEqual([]);
  // From one password to the next; the old one opens nothing.
  await change('the second password', 'the first password');
  expect(await opened(id, 'the second password')).toEqual(before);
  await expect(openSigningIdentity(installation.db, configOf('the first password'))).rejects.toThrow('OFFICE_KEY_PASSWORD');
  expect(await installation.db.selectFrom('trail').select('after').where('action', '=', '更换密钥口令').execute()).toEqual([
    { after: { keyCount: 4 } },
    { after: { keyCount: 4 } },
  ]);
});

it('changes nothing for a wrong password, a short one, or while a server runs', async () => {
  const sealed = async () => installation.db.selectFrom('secret').selectAll().orderBy('name').execute();
  const stored = await sealed();
  await expect(change('a third password', 'not the password')).rejects.toThrow('OFFICE_KEY_PASSWORD does not open the office key');
  await expect(change('short', 'the second password')).rejects.toThrow('8 characters or more');
  await expect(officeKeyCommands[0]?.run({ ...installation, args: [], config: configOf() })).rejects.toThrow('--password-file');
  const server = await register(installation.db, 'worker');
  await expect(change('a third password', 'the second password')).rejects.toThrow(
    /Stop all servers and workers first; these run: worker \d+ on /,
  );
  await server.end();
  expect(await sealed()).toEqual(stored);
});
