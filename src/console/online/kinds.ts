import type { Permission } from '../../domain/access.ts';
import { onlineKind, type OnlineKind, type RecordingKind } from '../../domain/codes.ts';

interface KindPages {
  readonly permission: Permission;
  readonly list: string;
  readonly batch: string;
  /** What stands in the address of its certificates (seed 1, section 2, Route table). */
  readonly segment: 'web' | 'pro' | 'move';
}

/** Where each kind of online evidence has its pages. */
export const kindPages: Readonly<Record<OnlineKind, KindPages>> = {
  web: { permission: 'online:web', list: '/online/web', batch: '/online/webDownload', segment: 'web' },
  process: { permission: 'online:process', list: '/online/process', batch: '/online/processDownload', segment: 'pro' },
  move: { permission: 'online:move', list: '/online/move', batch: '/online/moveDownload', segment: 'move' },
};

export function kindOfSegment(segment: string): OnlineKind | undefined {
  return onlineKind.names.find((kind) => kindPages[kind].segment === segment);
}

export function isRecording(kind: OnlineKind): kind is RecordingKind {
  return kind !== 'web';
}

export function attestationPath(kind: OnlineKind, number: string): string {
  return `/online/attestation/${encodeURIComponent(number)}/${kindPages[kind].segment}`;
}

/** The one call of a certificate's page: asked for before its chunk has come. */
export function attestationCall(kind: OnlineKind | undefined) {
  return kind !== undefined && isRecording(kind) ? '/api/evidence/getProView' : '/api/webfor/getWebView';
}
