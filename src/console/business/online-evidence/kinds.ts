import type { Permission } from '../../../domain/business/access/access.ts';
import { onlineKind, type OnlineKind, type RecordingKind } from '../../../domain/business/codes/online-evidence.ts';
import { attestationSegments } from '../../kit/certificate/evidence-paths.ts';

interface KindPages {
  readonly permission: Permission;
  readonly list: string;
  readonly batch: string;
}

/** Permission and pages of each kind of online evidence. */
export const kindPages: Readonly<Record<OnlineKind, KindPages>> = {
  web: { permission: 'online:web', list: '/online/web', batch: '/online/webDownload' },
  process: { permission: 'online:process', list: '/online/process', batch: '/online/processDownload' },
  move: { permission: 'online:move', list: '/online/move', batch: '/online/moveDownload' },
};

export function kindOfSegment(segment: string): OnlineKind | undefined {
  return onlineKind.names.find((kind) => attestationSegments[kind] === segment);
}

export function isRecording(kind: OnlineKind): kind is RecordingKind {
  return kind !== 'web';
}

/** The only call of a certificate's page; it is sent before the page's chunk has loaded. */
export function attestationCall(kind: OnlineKind | undefined) {
  return kind !== undefined && isRecording(kind) ? '/api/evidence/getProView' : '/api/webfor/getWebView';
}
