import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { previewPlacesPath, type PreviewPlacesReply } from '../../../contract/console/preview.ts';
import { decodePreviewLink } from '../../../domain/kit/text/preview-link.ts';
import type { Obstacle } from './preview-obstacle.ts';
import './mobile.css';

/** Props of a component that shows a file. */
export interface Shown {
  readonly address: string;
  /** Replaces the file with the reason why it cannot be shown. */
  readonly stop: (reason: Reason) => void;
}
type Reason = Exclude<Obstacle, 'picture'>;

interface Props {
  readonly show: ComponentType<Shown>;
  /** Text for a file that the browser cannot decode. */
  readonly undecodable?: string;
}

/** A mobile page: resolves its link and shows the file with the given component (spec/console, 2.16). */
export function PreviewPage({ show: Show, undecodable = '此浏览器无法显示该图片' }: Props) {
  const [address, setAddress] = useState<string | null>();
  const [stopped, setStopped] = useState<Reason>();
  useEffect(() => {
    previewAddress(linkOf(location.pathname)).then(setAddress, () => setStopped('offline'));
  }, []);

  if (stopped === 'offline') {
    return (
      <Message title="网络异常，请检查网络后重试">
        <button type="button" className="preview-retry" onClick={() => location.reload()}>
          重试
        </button>
      </Message>
    );
  }
  if (stopped === 'undecodable' || stopped === 'sound') {
    const title = stopped === 'sound' ? '此浏览器无法播放该录音' : undecodable;
    return <Message title={title}>请换用其他浏览器，或在电脑上打开。</Message>;
  }
  if (address === undefined && !stopped) return <main className="preview" aria-busy="true" />;
  if (address === null || address === undefined || stopped === 'gone')
    return <Message title="链接无效">请确认扫描的是证书上的二维码。</Message>;
  return (
    <main className="preview">
      <Show address={address} stop={setStopped} />
    </main>
  );
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="preview">
      <section className="preview-message">
        <h1>{title}</h1>
        <div>{children}</div>
      </section>
    </main>
  );
}

/** The part of this page's path after `/mobile/preview…/`; empty if its escapes are malformed. */
function linkOf(path: string): string {
  const link = path.split('/')[3] ?? '';
  try {
    return decodeURIComponent(link);
  } catch {
    return '';
  }
}

/** The file that a link leads to, or null if it leads to an unknown place. @throws if the server cannot be reached. */
async function previewAddress(link: string): Promise<string | null> {
  const reply = await fetch(previewPlacesPath, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!reply.ok) throw new Error(`the preview hosts answered ${reply.status}`);
  const places = (await reply.json()) as PreviewPlacesReply; // the wire is parsed here
  return decodePreviewLink(link, { ...places, own: [...places.own, location.origin] });
}
