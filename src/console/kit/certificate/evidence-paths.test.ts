import { expect, it } from 'vitest';
import { downloadType, type DownloadType } from '../../../domain/business/codes/evidence.ts';
import { evidencePath } from './evidence-paths.ts';

const row = (kind: DownloadType) => ({ baoquan: '0A', userId: '7', isDownload: 1, downType: downloadType.code(kind) });

it.each<[DownloadType, string]>([
  ['evidence', '/certificate/0A/7?isDownload=1'],
  ['web', '/online/attestation/0A/web'],
  ['process', '/online/attestation/0A/pro'],
  ['move', '/online/attestation/0A/move'],
])('%s evidence has its certificate at %s', (kind, path) => {
  expect(evidencePath(row(kind), () => true)).toBe(path);
});

it.each<[DownloadType, string]>([
  ['web', 'online:web'],
  ['process', 'online:process'],
  ['move', 'online:move'],
])('%s evidence is shown to who may not open %s as any other evidence of an application that he sees', (kind, page) => {
  expect(evidencePath(row(kind), (asked) => asked !== page)).toBe('/certificate/0A/7?isDownload=1');
});
