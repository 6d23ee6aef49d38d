import { render } from './root.ts';

/** Open pages (mobile previews, verification) come with later milestones; they stand outside the frame and need no login. */
export async function mountOpenPage(): Promise<void> {
  if (location.pathname === '/explorer/search') {
    (await import('../explorer/explorer-page.tsx')).mountExplorer();
    return;
  }
  render(
    <main className="notice">
      <h1>此功能尚未开通</h1>
    </main>,
  );
}
