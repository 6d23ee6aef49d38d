import type { ComponentType } from 'react';
import { render } from './root.ts';

/** The open pages stand outside the frame and need no login; each is a chunk of its own. */
const pages: Readonly<Record<string, { title: string; load: () => Promise<ComponentType> }>> = {
  '/mobile/previewImg': { title: '取证图片', load: async () => (await import('../mobile/preview-image.tsx')).PreviewImage },
  '/mobile/previewProgress': { title: '取证录像', load: async () => (await import('../mobile/preview-progress.tsx')).PreviewProgress },
};

export async function mountOpenPage(): Promise<void> {
  const page = pages[location.pathname.split('/').slice(0, 3).join('/')];
  if (!page) {
    render(<NotFound />);
    return;
  }
  document.title = page.title;
  const Page = await page.load();
  render(<Page />);
}

function NotFound() {
  return (
    <main className="notice">
      <h1>{location.pathname === '/verify' ? '此功能尚未开通' : '页面不存在'}</h1>
    </main>
  );
}
