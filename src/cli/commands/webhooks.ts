import { recordTrail } from '../../server/desk/trail/trail.ts';
import { rotateKey } from '../../server/open/webhooks/signing/key-store.ts';
import { formatPublicKey } from '../../server/open/webhooks/signing/signature.ts';
import { openVault } from '../../server/open/webhooks/signing/vault.ts';
import { commandActor, options, type Command } from '../lib/command.ts';

/** Rotates the key that signs events in addition to each endpoint's secret. */
export const webhookCommands: readonly Command[] = [
  {
    name: 'webhook rotate-key',
    usage: '',
    summary: 'sign events with a new key; the one before it signs beside it for 24 hours',
    async run({ db, args, config }) {
      options(args, []);
      const key = formatPublicKey(await rotateKey(db, await openVault(db, config.office)));
      await recordTrail(db, commandActor, { action: '更换回调签名密钥', object: `key/${key}` });
      return { value: { key }, text: `Events are signed with ${key} within a minute. GET /open/v1/webhook-key tells it to integrators.` };
    },
  },
];
