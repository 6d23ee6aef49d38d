import type { GranteeCheck } from '../domain/business/access/link-grantee.ts';
import { callRecorder } from './desk/call-records/recorder.ts';
import { insertCallRecords } from './desk/call-records/store.ts';
import { openSm2Signer } from './custody/guomi/sm2-signer.ts';
import { officeSigner } from './custody/identity/signing-identity.ts';
import { verifyUrlOf } from './custody/package/addresses.ts';
import { createPackageLinks } from './custody/publish/package-links.ts';
import { openReplica } from './platform/db/replica/replica.ts';
import type { Deps, GivenDeps } from './deps.ts';
import { openLists } from './desk/lists/pools.ts';
import type { Parts } from './parts.ts';
import { createProviderCheck } from './access/session/provider-check.ts';
import { createIdentityProvider } from './access/session/provider/identity-provider.ts';
import { createReaderCheck } from './access/session/grantee-check.ts';
import { createSessions } from './access/session/sessions.ts';
import { createTokens } from './access/session/token.ts';
import { putWithTimeout } from './platform/storage/put-with-timeout.ts';
import { createLinkSigner } from './platform/storage/signed-links.ts';

/** Composes the dependencies that all features of one server share. The caller must close `lists` at the end. */
export function composeDeps(parts: Parts, alarm: Deps['alarm']): GivenDeps {
  const { config, db, pool, store, stages, secrets, authority = null, sm2Authority = null, chain = null } = parts;
  const { logSigner = null, clientRoot = null, witnesses = null } = parts;
  const provider = config.oidc && createIdentityProvider(config.oidc);
  const checkProvider = createProviderCheck({ db, provider, secret: secrets.totp, checkSeconds: config.oidc?.checkSeconds ?? 0 });
  const readerOf = createReaderCheck(db, config.session, checkProvider);
  const stillHolds: GranteeCheck = async (holder) => (await readerOf(holder)) !== null;
  const tokens = createTokens(secrets.token);
  const { readUrl, readLagMs } = config.database;
  const replica = readUrl === undefined ? null : openReplica({ primary: pool, url: readUrl, maxLagMs: readLagMs, alarm });
  return {
    config,
    db,
    connection: pool.options,
    lists: openLists(pool.options, {}, replica),
    store,
    put: putWithTimeout(store, config.storageWaitSeconds * 1000),
    stages,
    secrets,
    tokens,
    guard: createSessions(pool, tokens, config.session, checkProvider),
    provider,
    checkProvider,
    clientRoot,
    links: createLinkSigner(secrets.link),
    packageLinks: createPackageLinks(secrets.link),
    readerOf,
    stillHolds,
    verifyUrl: verifyUrlOf(config, '{number}'),
    authority,
    sm2Authority,
    signer: officeSigner({ db, config, authority, sm2: openSm2Signer(config) }),
    chain,
    witnesses,
    logSigner,
    alarm,
    recorder: callRecorder((calls) => insertCallRecords(db, calls), alarm),
  };
}
