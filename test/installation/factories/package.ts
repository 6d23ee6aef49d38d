import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readConfig } from '../../../src/server/platform/runtime/config.ts';
import { storeEvidence, newEvidenceNumber } from '../../../src/server/custody/evidence/store-evidence.ts';
import { openLogSigner } from '../../../src/server/custody/log/log-signer.ts';
import { evidencePackage } from '../../../src/server/custody/package/evidence-package.ts';
import { readFacts } from '../../../src/server/custody/package/facts.ts';
import { officeSigner, openSigningIdentity } from '../../../src/server/custody/identity/signing-identity.ts';
import type { Sm2Signer } from '../../../src/server/custody/guomi/signer-port.ts';
import { growLog } from '../../../src/server/custody/log/sequencer.ts';
import type { TimestampAuthority } from '../../../src/server/custody/timestamps/timestamp.ts';
import type { testApp } from '../app.ts';
import { sm3Of } from './evidence.ts';

type TestApp = ReturnType<typeof testApp>;
const actor = { kind: 'system' as const, id: '', name: '测试', ip: '' };

/** Appends the waiting entries to the log, followed by the office's certificate, as a started server does. */
export async function grow(installation: TestApp, config = readConfig({})): Promise<void> {
  const signer = await openLogSigner(installation.db, config);
  await growLog(installation.db, signer);
  await openSigningIdentity(installation.db, config);
  await growLog(installation.db, signer);
}

/** A web capture with two originals and a report, stored as captures are; not in the log yet. */
export async function webEvidence(
  installation: TestApp,
  userId: string,
  [page, picture, report]: readonly Buffer[] = [randomBytes(500), randomBytes(900), randomBytes(70)],
  names = { page: 'original-1.html', picture: 'original-2.png' },
): Promise<string> {
  const store = async (name: string, role: 'original' | 'environment-check', mediaType: string, bytes: Uint8Array = new Uint8Array(0)) => {
    const { sha256, sizeBytes } = await installation.store.put(Readable.from([bytes]), { maxBytes: bytes.length });
    return { name, role, mediaType, sha256, sizeBytes, sm3: sm3Of(Buffer.from(bytes)) };
  };
  const files = [
    await store(names.page, 'original', 'text/html', page),
    await store(names.picture, 'original', 'image/png', picture),
    await store('environment-check.txt', 'environment-check', 'text/plain', report),
  ] as const;
  const { name, type } = await installation.db
    .selectFrom('users')
    .select(['name', 'type'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const evidence = {
    number: newEvidenceNumber(),
    owner: { id: userId, name, type },
    ownerSecret: randomBytes(32),
    title: '某网页取证',
    kind: 'web' as const,
    fileName: '页面.html',
    address: '',
    startAt: new Date('2026-01-01T00:00:00Z'),
    endAt: new Date('2026-01-01T00:01:00Z'),
    device: null,
    files: [...files] as [(typeof files)[0], ...(typeof files)[1][]],
  };
  const { number } = await installation.db.transaction().execute((tx) => storeEvidence(tx, evidence, actor));
  return number;
}

/** The package of an evidence that is in the log, as bytes. */
export async function packageOf(
  installation: TestApp,
  number: string,
  authority: TimestampAuthority | null = null,
  config = readConfig({}),
  sm2: Sm2Signer | null = null,
): Promise<Buffer> {
  const facts = await readFacts(installation.db, number);
  const zip =
    facts &&
    (await evidencePackage(
      {
        db: installation.db,
        store: installation.store,
        config,
        signer: officeSigner({ db: installation.db, config, authority, sm2 }),
      },
      facts,
    ));
  if (!zip || typeof zip === 'string') throw new Error(`no package: ${String(zip)}`);
  return buffer(zip);
}
