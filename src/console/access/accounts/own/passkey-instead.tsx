import { useState } from 'react';
import { AddPasskey } from './passkeys-dialog.tsx';

/** Offers a passkey as an alternative below the setup of a one-time password. */
export function PasskeyInstead({ done }: { done: () => void }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <p className="hint">
      也可以改用通行密钥（电脑、手机或安全密钥）：
      <button type="button" className="link" onClick={() => setAdding(true)}>
        添加通行密钥
      </button>
      {isAdding && <AddPasskey close={() => setAdding(false)} done={done} />}
    </p>
  );
}
