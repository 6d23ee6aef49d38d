import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../domain/business/codes/limits.ts';
import { useCountdown } from '../../kit/ui/countdown.ts';
import { Picture } from './preview-image.tsx';
import { obstacleOf } from './preview-obstacle.ts';
import { PreviewPage, type Shown } from './preview-page.tsx';

/** `/mobile/previewProgress/{fileUrl}`: first asks to turn the phone, then plays the recording. */
export function PreviewProgress() {
  return <PreviewPage show={Recording} undecodable="此浏览器无法播放该录像" />;
}

function Recording({ address, stop }: Shown) {
  const [isTurned, setTurned] = useState(false);
  const [isPicture, setPicture] = useState(false);
  const left = useCountdown(limits.turnPhoneSeconds, !isTurned, () => setTurned(true));
  if (isPicture) return <Picture address={address} stop={stop} />;
  if (isTurned) return <Video address={address} stop={stop} turnToPicture={() => setPicture(true)} />;
  return (
    <section className="preview-message">
      <svg
        className="preview-turn"
        viewBox="0 0 48 48"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
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

/**
 * A video that has played once stays visible, whatever happens to the network, unless its address was revoked. A phone may also have
 * recorded a picture or sound alone, which the address does not tell.
 */
function Video({ address, stop, turnToPicture }: Shown & { turnToPicture: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const brokeAt = useRef<number>(undefined);
  const [hasPlayed, setPlayed] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [name, setName] = useState('取证录音录像');
  useEffect(() => void (document.title = name), [name]);
  const explain = async () => {
    const at = video.current?.currentTime;
    if (hasPlayed && at !== brokeAt.current) {
      // The storage's address expires after a quarter of an hour; the share address leads to a new one.
      brokeAt.current = at;
      resume();
      return;
    }
    const obstacle = await obstacleOf(address, 'picture');
    if (hasPlayed && obstacle !== 'gone') setBroken(true);
    else if (obstacle === 'picture') turnToPicture();
    else stop(obstacle);
  };
  const resume = () => {
    const at = video.current?.currentTime ?? 0;
    setBroken(false);
    video.current?.load();
    if (video.current) video.current.currentTime = at;
  };
  return (
    <>
      <video
        ref={video}
        className="preview-video"
        src={address}
        controls
        autoPlay
        playsInline
        preload="metadata"
        onLoadedMetadata={(event) => setName(event.currentTarget.videoWidth > 0 ? '取证录像' : '取证录音')}
        onLoadedData={() => setPlayed(true)}
        onError={() => void explain()}
        aria-label={name}
      />
      {isBroken && (
        <p className="preview-broken" role="alert">
          播放中断，请检查网络后重试
          <button type="button" className="preview-retry" onClick={resume}>
            重试
          </button>
        </p>
      )}
    </>
  );
}
