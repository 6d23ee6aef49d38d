import { expect } from 'vitest';
import { officeSigner } from '../../../src/server/custody/identity/signing-identity.ts';
import { makeDocuments, type DocumentDeps } from '../../../src/server/business/notarizations/documents/documents.ts';
import { readConfig } from '../../../src/server/platform/runtime/config.ts';
import type { testApp } from '../app.ts';
import type { operators } from './access.ts';
import { applicationMaker } from './applications.ts';

type Reviewer = Pick<Awaited<ReturnType<ReturnType<typeof operators>['holding']>>, 'post'>;

/** Applications that a reviewer approves, and their documents. */
export function documentMaker(installation: ReturnType<typeof testApp>) {
  const make = applicationMaker(installation);
  const config = readConfig({ OFFICE_NAME: '某某公证处' });
  const deps = (): DocumentDeps => ({
    db: installation.db,
    store: installation.store,
    config,
    verifyUrl: 'https://notary.example/verify?number={number}',
    signer: officeSigner({ db: installation.db, config, authority: null }),
  });
  return {
    ...make,
    async passed(reviewer: Reviewer, pieces = 1) {
      const application = await make.paid('enterprise', pieces);
      expect(
        await reviewer.post('/api/ajax/data/check', {
          orderId: application.id,
          userId: application.userId,
          isCheck: 1,
          checkRemark: '通过',
        }),
      ).toMatchObject({ code: 200 });
      return application;
    },
    /** Makes the waiting documents. */
    documents: (change: Partial<DocumentDeps> = {}, stopping?: AbortSignal) => makeDocuments({ ...deps(), ...change }, stopping),
    fileOf: (orderId: string, isMasked = false) =>
      installation.db
        .selectFrom('notarial_document_file')
        .innerJoin('notarial_document', 'notarial_document.id', 'document_id')
        .selectAll()
        .where('order_id', '=', orderId)
        .where('is_masked', '=', isMasked)
        .executeTakeFirst(),
  };
}
