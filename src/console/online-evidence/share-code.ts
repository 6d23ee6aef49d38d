import type { OnlineKind } from '../../domain/codes/online-evidence.ts';
import { encodePreviewLink } from '../../domain/text/preview-link.ts';
import { isRecording } from './kinds.ts';

/** What the QR code of a certificate says and holds. */
export interface ShareCode {
  readonly text: string;
  readonly caption: string;
  /** For whoever types instead of scanning. */
  readonly address: string;
}

/**
 * The code that leads a phone to the picture or the recording (seed 1, section 2, Online attestation page).
 * @param shareUrl absolute, under the address by which the outside reaches the server; the mobile pages are under the same.
 */
export function shareCodeOf(kind: OnlineKind, shareUrl: string): ShareCode {
  const { origin } = new URL(shareUrl);
  const token = encodePreviewLink(shareUrl);
  return isRecording(kind)
    ? { text: `${origin}/mobile/previewProgress/${token}`, caption: '扫码在线观看视频', address: shareUrl }
    : { text: `${origin}/mobile/previewImg/${token}`, caption: '扫码预览图片', address: shareUrl };
}
