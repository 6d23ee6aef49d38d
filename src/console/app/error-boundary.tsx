import { Component, type ReactNode } from 'react';
import { Notice } from '../ui/notices.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';

/** Contains the failure of a screen, or of loading its chunk, so that the frame stays. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Notice
        title="页面出错了"
        action={
          // A chunk that failed to load stays failed within this page; only a reload fetches it again.
          <GuardedButton onClick={() => location.reload()}>重试</GuardedButton>
        }
      >
        这一页没能显示，已填的查询条件在地址里，重试后仍在。
      </Notice>
    );
  }
}
