import { useRef, useState } from 'react';
import { limits } from '../../domain/limits.ts';
import { useCountdown } from '../kit/countdown.ts';
import { Picture } from './preview-image.tsx';
import { PreviewPage } from './preview-page.tsx';

/** `/mobile/previewProgress/{fileUrl}`: first asks for the phone to be turned, then plays the recording. */
export function PreviewProgress() {
  return <PreviewPage show={Recording} />;
}

function Recording({ address, onBroken }: { address: string; onBroken: () => void }) {
  const [isTurned, setTurned] = useState(false);
  const [isPicture, setPicture] = useState(false);
  const brokeAt = useRef<number>(undefined);
  const broken = (video: HTMLVideoElement) => {
    const at = video.currentTime;
    // What a phone records may be a picture, and the address does not tell. What has begun and breaks off twice at one place is broken.
    if (Number.isNaN(video.duration) || at === brokeAt.current) return setPicture(true);
    // The address of a storage that plays it ends after a quarter of an hour; the share address leads to a new one, unless it was revoked.
    brokeAt.current = at;
    video.load();
    video.currentTime = at;
  };
  const left = useCountdown(limits.turnPhoneSeconds, !isTurned, () => setTurned(true));
  if (isPicture) return <Picture address={address} onBroken={onBroken} />;
  if (isTurned) {
    return <video className="preview-video" src={address} controls autoPlay playsInline preload="metadata" onError={(event) => broken(event.currentTarget)} aria-label="取证录像" />;
  }
  return (
    <section className="preview-message">
      <svg className="preview-turn" viewBox="0 0 48 48" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
        <rect x="15" y="6" width="18" height="32" rx="3" />
        <path d="M22 34h4" />
      </svg>
      <h1>请将手机横屏观看</h1>
      <p className="preview-count num" role="timer">
        {left}
      </p>
    </section>
  );
}
