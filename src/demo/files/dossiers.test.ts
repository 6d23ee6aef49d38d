import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/installation/database.ts';
import { demoObjects, demoTemplate } from '../../../test/installation/demo.ts';
import { dossierRules } from '../../domain/proof/dossier/lines/registry.ts';
import { officeSigner, openSigningIdentity } from '../../server/custody/identity/signing-identity.ts';
import { openLogSigner } from '../../server/custody/log/log-signer.ts';
import { growLog } from '../../server/custody/log/sequencer.ts';
import { readDossier } from '../../server/custody/package/read-dossier.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { createLocalStore } from '../../server/platform/storage/local.ts';

const installation = testDatabase(demoTemplate);
const config = readConfig({});
beforeAll(async () => {
  const signer = await openLogSigner(installation.db, config);
  await growLog(installation.db, signer);
  await openSigningIdentity(installation.db, config);
  await growLog(installation.db, signer);
});

/** The demo deliberately has lost files, and users whose later review was refused. */
const meant: ReadonlySet<string> = new Set([dossierRules.reliability.question, dossierRules.submitter.question]);
const eachKind = ['file', 'photo', 'audio', 'video', 'screen', 'web', 'process', 'move'] as const;

it.each(eachKind)('tells nothing of its %s evidence that does not hold, but what is meant so', async (kind) => {
  const deps = {
    db: installation.db,
    store: await createLocalStore(demoObjects()),
    config,
    signer: officeSigner({ db: installation.db, config, authority: null }),
  };
  const rows = await installation.db
    .selectFrom('evidence')
    .select('number')
    .where('kind', '=', kind)
    .where('file_status', '=', 'stored')
    .orderBy('id')
    .limit(6)
    .execute();
  expect(rows.length).toBeGreaterThan(3);
  const failed: string[] = [];
  for (const { number } of rows) {
    const dossier = await readDossier(deps, number);
    if (typeof dossier === 'string') throw new Error(dossier);
    failed.push(
      ...dossier.lines.flatMap(({ 审查要点, 结论, 说明 }) => (结论 === '不成立' && !meant.has(审查要点) ? [`${审查要点}：${说明}`] : [])),
    );
  }
  expect(failed).toEqual([]);
});
