import { expect, it } from 'vitest';
import { downloadType, type DownloadType } from '../../domain/codes/evidence.ts';
import { evidencePath } from './evidence-paths.ts';

it.each<[DownloadType, string]>([
  ['evidence', '/certificate/0A/7?isDownload=1'],
  ['web', '/online/attestation/0A/web'],
  ['process', '/online/attestation/0A/pro'],
  ['move', '/online/attestation/0A/move'],
])('%s evidence has its certificate at %s', (kind, path) => {
  expect(evidencePath({ baoquan: '0A', userId: '7', isDownload: 1, downType: downloadType.code(kind) })).toBe(path);
});
