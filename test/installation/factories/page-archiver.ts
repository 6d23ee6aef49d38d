import { generateKeyPairSync, sign } from 'node:crypto';
import { archiveKeyId } from '../../../src/domain/proof/web-archive/archive-digest.ts';
import { pageArchiver, type ArchiverDeps } from '../../../src/server/business/captures/replay/archive-page.ts';

/** Archives pages with a key of its own; messages to operators are in `alarms`. */
export function testArchiver(deps: Partial<ArchiverDeps> = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const key = {
    publicKey: spki,
    sha256: archiveKeyId(spki),
    sign: (text: Uint8Array) => sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  };
  const alarms: string[] = [];
  const archiving = pageArchiver({ openKey: async () => key, alarm: (line) => alarms.push(line), ...deps });
  return { archiving, key, alarms };
}
