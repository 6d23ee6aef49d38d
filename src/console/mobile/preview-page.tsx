import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { linkOf, previewAddress } from './preview-address.ts';
import './mobile.css';

/** A mobile page: finds out where its link leads, and shows the file in the given way (seed 1, section 2, Mobile preview pages). */
export function PreviewPage({ show: Show }: { show: ComponentType<{ address: string; onBroken: () => void }> }) {
  const [address, setAddress] = useState<string | null>();
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    previewAddress(linkOf(location.pathname)).then(setAddress, () => setOffline(true));
  }, []);

  if (isOffline) {
    return (
      <Message title="网络异常，请检查网络后重试">
        <button type="button" className="preview-retry" onClick={() => location.reload()}>
          重试
        </button>
      </Message>
    );
  }
  if (address === undefined) return <main className="preview" aria-busy="true" />;
  if (address === null) return <Message title="链接无效">请确认扫描的是证书上的二维码。</Message>;
  return (
    <main className="preview">
      <Show address={address} onBroken={() => setAddress(null)} />
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
