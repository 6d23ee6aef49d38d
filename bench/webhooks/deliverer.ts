import type { PoolConfig } from 'pg';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { placeAll } from '../../src/server/desk/events/sequencer.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { createDeliverer } from '../../src/server/open/webhooks/delivery/deliverer.ts';
import { createReach } from '../../src/server/open/webhooks/delivery/reach.ts';
import { lazyVault } from '../../src/server/open/webhooks/signing/vault.ts';

export interface DelivererStart {
  readonly address: PoolConfig;
  readonly timeoutMs: number;
  readonly delays?: readonly number[];
}

/** The part of a server that places events and delivers them, in a process that may be killed at any moment. */
process.once('message', ({ address, timeoutMs, delays }: DelivererStart) => {
  const { db } = openDatabase(address, 4);
  const reach = { ...createReach({ allowPrivate: true }), timeoutMs };
  const deliverer = createDeliverer({ db, vault: lazyVault(db, readConfig({}).office), reach, ...(delays ? { delays } : {}) });
  const place = (): void => void placeAll(db).finally(() => setTimeout(place, 200));
  place();
  void deliverer.run(new AbortController().signal);
});
process.on('disconnect', () => process.exit(0));
