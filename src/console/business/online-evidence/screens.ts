import type { Screen } from '../../kit/screen/screen.ts';
import { attestationCall, kindOfSegment } from './kinds.ts';
import { moveBatchSource, moveSource, processBatchSource, processSource, webBatchSource, webSource } from './sources.ts';

export const onlineEvidenceScreens: readonly Screen[] = [
  {
    path: '/online/web',
    title: '网页取证',
    permission: ['online:web'],
    list: webSource,
    load: () => import('./lists.tsx').then((screen) => screen.WebCaptures),
  },
  {
    path: '/online/process',
    title: '过程取证',
    permission: ['online:process'],
    list: processSource,
    load: () => import('./lists.tsx').then((screen) => screen.ProcessRecordings),
  },
  {
    path: '/online/move',
    title: '移动端取证',
    permission: ['online:move'],
    list: moveSource,
    load: () => import('./lists.tsx').then((screen) => screen.MoveRecordings),
  },
  {
    path: '/online/webDownload',
    title: '批量下载',
    permission: ['online:web'],
    parent: '/online/web',
    list: webBatchSource,
    load: () => import('./batch-lists.tsx').then((screen) => screen.WebBatch),
  },
  {
    path: '/online/processDownload',
    title: '批量下载',
    permission: ['online:process'],
    parent: '/online/process',
    list: processBatchSource,
    load: () => import('./batch-lists.tsx').then((screen) => screen.ProcessBatch),
  },
  {
    path: '/online/moveDownload',
    title: '批量下载',
    permission: ['online:move'],
    parent: '/online/move',
    list: moveBatchSource,
    load: () => import('./batch-lists.tsx').then((screen) => screen.MoveBatch),
  },
  {
    path: '/online/attestation/:id/:kind',
    title: '取证证书',
    permission: ['online:web', 'online:process', 'online:move'],
    parent: 'previous',
    first: ({ id, kind = '' }) => ({ path: attestationCall(kindOfSegment(kind)), fields: { baoquan: id } }),
    load: () => import('./attestation-page.tsx').then((screen) => screen.AttestationPage),
  },
];
