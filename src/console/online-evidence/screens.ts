import type { Screen } from '../screen/screen.ts';
import { attestationCall, kindOfSegment } from './kinds.ts';
import { moveBatchSource, moveSource, processBatchSource, processSource, webBatchSource, webSource } from './sources.ts';

export const onlineEvidenceScreens: readonly Screen[] = [
  {
    path: '/online/web',
    title: '网页取证',
    permission: ['online:web'],
    list: webSource,
    load: async () => (await import('./lists.tsx')).WebCaptures,
  },
  {
    path: '/online/process',
    title: '过程取证',
    permission: ['online:process'],
    list: processSource,
    load: async () => (await import('./lists.tsx')).ProcessRecordings,
  },
  {
    path: '/online/move',
    title: '移动端取证',
    permission: ['online:move'],
    list: moveSource,
    load: async () => (await import('./lists.tsx')).MoveRecordings,
  },
  {
    path: '/online/webDownload',
    title: '批量下载',
    permission: ['online:web'],
    parent: '/online/web',
    list: webBatchSource,
    load: async () => (await import('./batch-lists.tsx')).WebBatch,
  },
  {
    path: '/online/processDownload',
    title: '批量下载',
    permission: ['online:process'],
    parent: '/online/process',
    list: processBatchSource,
    load: async () => (await import('./batch-lists.tsx')).ProcessBatch,
  },
  {
    path: '/online/moveDownload',
    title: '批量下载',
    permission: ['online:move'],
    parent: '/online/move',
    list: moveBatchSource,
    load: async () => (await import('./batch-lists.tsx')).MoveBatch,
  },
  {
    path: '/online/attestation/:id/:kind',
    title: '取证证书',
    permission: ['online:web', 'online:process', 'online:move'],
    parent: 'previous',
    first: ({ id, kind = '' }) => ({ path: attestationCall(kindOfSegment(kind)), fields: { baoquan: id } }),
    load: async () => (await import('./attestation-page.tsx')).AttestationPage,
  },
];
