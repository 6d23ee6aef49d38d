import { render } from './root.ts';

/** Open pages stand outside the frame and need no login. The mobile previews come with a later milestone. */
export async function mountOpenPage(): Promise<void> {
  if (location.pathname === '/verify') {
    (await import('../verify/verify-page.tsx')).mountVerify();
    return;
  }
  render(
    <main className="notice">
      <h1>此功能尚未开通</h1>
    </main>,
  );
}
