import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { linkOf, previewAddress } from './preview-address.ts';
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

/** A mobile page: resolves its link and shows the file with the given component (seed 1, section 2, Mobile preview pages). */
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
  if (stopped === 'undecodable') return <Message title={undecodable}>请换用其他浏览器，或在电脑上打开。</Message>;
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
