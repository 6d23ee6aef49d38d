import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { given } from './given-text.tsx';

/** One sentence about what happened, and one action (look, Empty, error, forbidden). */
export function Notice({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <section className="notice">
      <h1>{given(title)}</h1>
      {children && <p>{given(children)}</p>}
      {action}
    </section>
  );
}

export function NotFound() {
  return (
    <Notice title="页面不存在" action={<Link to="/">返回首页</Link>}>
      地址可能有误，或页面已被移除。
    </Notice>
  );
}

export function Forbidden() {
  return (
    <Notice title="没有权限访问此页面" action={<Link to="/">返回首页</Link>}>
      如工作需要，请联系管理员为您的角色开通。
    </Notice>
  );
}
