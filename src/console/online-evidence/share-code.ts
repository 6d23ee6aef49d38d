import type { OnlineKind } from '../../domain/codes/online-evidence.ts';
import { encodePreviewLink } from '../../domain/text/preview-link.ts';
import { isRecording } from './kinds.ts';

/** Content and caption of a certificate's QR code. */
export interface ShareCode {
  readonly text: string;
  readonly caption: string;
  /** For people who type instead of scanning. */
  readonly address: string;
}

/**
 * The code that opens the picture or the recording on a phone (seed 1, section 2, Online attestation page).
 * @param shareUrl absolute, at the server's public address, which the mobile pages share.
 */
export function shareCodeOf(kind: OnlineKind, shareUrl: string): ShareCode {
  const { origin } = new URL(shareUrl);
  const token = encodePreviewLink(shareUrl);
  return isRecording(kind)
    ? { text: `${origin}/mobile/previewProgress/${token}`, caption: '扫码在线观看视频', address: shareUrl }
    : { text: `${origin}/mobile/previewImg/${token}`, caption: '扫码预览图片', address: shareUrl };
}
