import { expect, it } from 'vitest';
import { parseManifest } from './manifest.ts';
import { encodeDocumentManifest, type DocumentManifest } from './document-manifest.ts';

const manifest: DocumentManifest = {
  type: 'notarial-document',
  version: 1,
  number: '（2026）存公证字第1号',
  sha256: 'ab'.repeat(32),
  sm3: 'cd'.repeat(32),
  sizeBytes: 17,
  issuedAt: '2026-11-01T10:00:00.000Z',
};

it('is canonical, says what it is, and is never taken for the manifest of an evidence', () => {
  const bytes = encodeDocumentManifest({ ...manifest });
  expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(manifest);
  expect(Buffer.from(bytes)).toEqual(
    Buffer.from(
      encodeDocumentManifest({
        sizeBytes: 17,
        issuedAt: manifest.issuedAt,
        sm3: manifest.sm3,
        sha256: manifest.sha256,
        number: manifest.number,
        version: 1,
        type: 'notarial-document',
      }),
    ),
  );
  expect(parseManifest(bytes)).toMatchObject({ ok: false, fault: 'not-evidence' });
});

it.each([{ sha256: 'AB'.repeat(32) }, { sm3: '' }, { sizeBytes: 0 }, { sizeBytes: 1.5 }, { number: '' }, { issuedAt: '2026-11-01' }])(
  'is not made of %j',
  (change) => {
    expect(() => encodeDocumentManifest({ ...manifest, ...change })).toThrow(RangeError);
  },
);
