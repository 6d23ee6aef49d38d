import type { ComponentType } from 'react';
import { render } from '../kit/ui/root.ts';

/** The open pages are outside the frame and need no login. Each is a separate chunk. */
const pages: Readonly<Record<string, { title: string; load: () => Promise<ComponentType> }>> = {
  '/explorer/search': { title: '存证日志浏览器', load: async () => (await import('../public/explorer/explorer-page.tsx')).ExplorerPage },
  '/verify': { title: '证据核验', load: async () => (await import('../public/verification/verify-page.tsx')).VerifyPage },
  '/mobile/previewImg': { title: '取证图片', load: async () => (await import('../public/mobile/preview-image.tsx')).PreviewImage },
  '/mobile/previewProgress': {
    title: '取证录音录像',
    load: async () => (await import('../public/mobile/preview-progress.tsx')).PreviewProgress,
  },
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
      <h1>页面不存在</h1>
      <a href="/">返回首页</a>
    </main>
  );
}
