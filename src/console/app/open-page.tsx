import { render } from './root.ts';

/** Open pages (mobile previews, verification) come with later milestones; they stand outside the frame and need no login. */
export function mountOpenPage(): void {
  render(
    <main className="notice">
      <h1>此功能尚未开通</h1>
    </main>,
  );
}
