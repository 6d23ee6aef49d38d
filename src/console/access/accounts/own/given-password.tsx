import { useState } from 'react';
import { OwnPassword } from './own-password.tsx';
import './given-password.css';

/** Stands above every page while the operator signs in with a password that another one set. */
export function GivenPassword() {
  const [isOpen, setOpen] = useState(false);
  return (
    <p className="given-password" role="status">
      您的密码由他人设置，请先改为自己的密码；修改前不能作出须由两人分别办理的决定。
      <button type="button" className="link" onClick={() => setOpen(true)}>
        立即修改
      </button>
      {isOpen && <OwnPassword close={() => setOpen(false)} />}
    </p>
  );
}
