import { randomBytes } from 'node:crypto';

import type { Database } from '../../../src/server/platform/db/database.ts';
import { emit, type NewEvent } from '../../../src/server/desk/events/emit.ts';
import { placeAll } from '../../../src/server/desk/events/sequencer.ts';
import { readConfig } from '../../../src/server/platform/runtime/config.ts';
import type { Actor } from '../../../src/server/desk/trail/trail.ts';
import { createDeliverer, type DelivererDeps } from '../../../src/server/open/webhooks/delivery/deliverer.ts';
import { createReach } from '../../../src/server/open/webhooks/delivery/reach.ts';
import { createEndpoint } from '../../../src/server/open/webhooks/endpoints.ts';
import { lazyVault } from '../../../src/server/open/webhooks/signing/vault.ts';
import type { IntakeKey } from '../intake.ts';

const actor: Actor = { kind: 'client', id: 'test', name: '测试', ip: '' };

/** Clients, their endpoints, and the deliverer, on a database without a server. */
export function webhookMaker(installation: { readonly db: Database }) {
  const vault = lazyVaultOf(installation);
  const make = {
    vault,

    async client(kind: 'platform' | 'enterprise' = 'platform'): Promise<IntakeKey & { readonly userId: string | null }> {
      const key = { app_id: randomBytes(8).toString('hex'), security_key: 'key' };
      const userId = kind === 'platform' ? null : await enterprise(installation.db);
      await installation.db
        .insertInto('credential')
        .values({ ...key, kind, user_id: userId, name: '测试客户端' })
        .execute();
      return { ...key, userId };
    },

    /** @returns its id and secret. */
    async endpoint(appId: string, url: string, types: string[] = ['*']): Promise<{ readonly id: string; readonly secret: string }> {
      const given = { url, types, description: '', appId, uniqueId: randomBytes(8).toString('hex') };
      const { id, secret = '' } = await createEndpoint(installation.db, await vault(), given, actor);
      return { id, secret };
    },

    /** Writes events and assigns their places. */
    async events(...events: readonly NewEvent[]): Promise<void> {
      await installation.db.transaction().execute((tx) => emit(tx, events));
      await placeAll(installation.db);
    },

    evidenceCreated(userId: string, baoquan = randomBytes(16).toString('hex').toUpperCase()): NewEvent {
      return { type: 'evidence.created', data: { user_id: userId, baoquan, sha256: '0'.repeat(64) } };
    },

    /** Delivers in this process until it is stopped. */
    start(deps: Partial<DelivererDeps> = {}): { stop(): Promise<void> } {
      const reach = { ...createReach({ allowPrivate: true }), ...deps.reach };
      const deliverer = createDeliverer({ db: installation.db, vault: vault, restMs: 20, patienceMs: 2000, ...deps, reach });
      const stopping = new AbortController();
      const run = deliverer.run(stopping.signal);
      // The caller of stop gets the error.
      run.catch(() => undefined);
      return {
        stop() {
          stopping.abort();
          return run;
        },
      };
    },
  };
  return make;
}

function lazyVaultOf(installation: { readonly db: Database }) {
  let open: ReturnType<typeof lazyVault> | undefined;
  return () => (open ??= lazyVault(installation.db, readConfig({}).office))();
}

let serial = 0;
async function enterprise(db: Database): Promise<string> {
  serial += 1;
  const { id } = await db
    .insertInto('users')
    .values({
      type: 'enterprise',
      name: '某企业',
      mobile: `101${String(serial).padStart(8, '0')}`,
      status: 'approved',
      registered_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
