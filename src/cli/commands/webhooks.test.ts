import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/installation/database.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { formatPublicKey } from '../../server/open/webhooks/signing/signature.ts';
import { listKeys } from '../../server/open/webhooks/signing/key-store.ts';
import { openVault } from '../../server/open/webhooks/signing/vault.ts';
import { webhookCommands } from './webhooks.ts';

const installation = testDatabase();

it('replaces the key of webhooks: the one before it serves beside it, an older one no more, and the trail tells', async () => {
  const config = readConfig({});
  const listed = async () =>
    (await listKeys(installation.db, await openVault(installation.db, config.office))).map(({ publicKey }) => formatPublicKey(publicKey));
  const rotate = async () => {
    const result = await webhookCommands[0]?.run({ ...installation, args: [], config });
    return (result as { value: { key: string } }).value.key;
  };
  const [first] = await listed();
  const second = await rotate();
  expect(await listed()).toEqual([second, first]);
  const third = await rotate();
  expect(await listed()).toEqual([third, second]);
  const acts = await installation.db.selectFrom('trail').select('object').where('action', '=', '更换回调签名密钥').orderBy('id').execute();
  expect(acts.map(({ object }) => object)).toEqual([`key/${second}`, `key/${third}`]);
});
