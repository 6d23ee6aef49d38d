import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bouncyCastle, judgeSm2 } from '../../../../test/custody/bouncy-castle.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { rootExtensions, sm2Keys } from '../../../../test/installation/factories/sm2.ts';
import { grow } from '../../../../test/installation/factories/package.ts';
import { startSm2Authority } from '../../../../test/installation/servers/sm2-authority.ts';
import { checkStamps } from '../audit/stamp-check.ts';
import { requestDueTimestamps } from './stamping.ts';
import { readReply } from '../../../domain/proof/cms/timestamp-reply.ts';
import { requestTimestamp } from './timestamp.ts';
import { verifyTimestamp, type Timestamp } from '../../../domain/proof/cms/verify-timestamp.ts';

const content = Buffer.from('a checkpoint\n');
const imprint = createHash('sm3').update(content).digest();

describe.skipIf(bouncyCastle.isMissing)(`tokens of an SM2 authority${bouncyCastle.note}`, () => {
  const installation = testApp();
  let authority: Awaited<ReturnType<typeof startSm2Authority>>;
  let token: Timestamp;
  beforeAll(async () => {
    authority = await startSm2Authority();
    token = await requestTimestamp({ url: authority.url, hash: 'sm3', rootsPem: authority.rootPem }, imprint);
  });
  afterAll(() => authority?.stop());

  it('are asked for by SM3, and verified up to the root', async () => {
    expect(Math.abs(token.genTime.getTime() - Date.now())).toBeLessThan(120_000);
    expect(token.chainPem.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    const again = await verifyTimestamp(token.der, imprint, authority.rootPem, 'sm3');
    expect(again).toMatchObject({ genTime: token.genTime, serial: token.serial });
    expect((await verifyTimestamp(token.der, imprint, undefined, 'sm3')).chainPem).toBe(token.chainPem);
  });

  it('are refused over other bytes, by another hash, and of another root', async () => {
    const other = createHash('sm3').update('another').digest();
    await expect(verifyTimestamp(token.der, other, authority.rootPem, 'sm3')).rejects.toMatchObject({ kind: 'wrong-imprint' });
    await expect(verifyTimestamp(token.der, imprint, authority.rootPem)).rejects.toMatchObject({ kind: 'wrong-imprint' });
    const keys = await sm2Keys();
    try {
      const foreign = await keys.issue('foreign', null, rootExtensions);
      await expect(verifyTimestamp(token.der, imprint, foreign, 'sm3')).rejects.toMatchObject({ kind: 'untrusted' });
    } finally {
      await keys.remove();
    }
  });

  it('come for checkpoints in a queue of their own, and the audit checks them again', async () => {
    await grow(installation);
    expect(
      await requestDueTimestamps(installation.db, 'sm2-checkpoints', { authority: { url: authority.url, hash: 'sm3' }, most: 5 }),
    ).toBeGreaterThan(0);
    const found = await installation.db.transaction().execute((tx) => checkStamps(tx));
    expect(found).toMatchObject({ checked: expect.any(Number) as number, broken: null });
    expect(found.checked).toBeGreaterThan(0);
  });

  it('are refused after each of 1,000 changes of a byte, by us and by Bouncy Castle alike', async () => {
    const { infoDer, message } = readReply(token.der);
    const [signer] = message.signedData.signerInfos;
    const [own] = message.certificates;
    // The bytes that the authority's signature covers, and the signature; the frame around them is not protected.
    const parts = [
      infoDer,
      new Uint8Array(signer?.signedAttrs?.encodedValue ?? []).subarray(2),
      new Uint8Array(signer?.signature.getValue() ?? []),
    ];
    const places = parts.flatMap((part) => {
      const start = Buffer.from(token.der).indexOf(part);
      expect(start).toBeGreaterThan(0);
      return Array.from(part, (_, at) => start + at);
    });
    expect(own).toBeDefined();
    const changes = Array.from({ length: 1000 }, (_, index) => {
      const at = places[index % places.length] ?? 0;
      return Uint8Array.from(token.der.with(at, (token.der[at] ?? 0) ^ (((index * 7) % 255) + 1)));
    });
    const ours = await Promise.all(
      changes.map((der) =>
        verifyTimestamp(der, imprint, authority.rootPem, 'sm3').then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(ours.filter(Boolean)).toEqual([]);
    const judged = (der: Uint8Array) => ({ what: 'token' as const, files: [authority.certificatePem, content, der] });
    expect(await judgeSm2([judged(token.der)])).toEqual(['OK']);
    const theirs = await judgeSm2(changes.map(judged));
    expect(theirs.filter((line) => !line.startsWith('REFUSED'))).toEqual([]);
  });
});
