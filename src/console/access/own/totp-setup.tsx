import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { encode } from 'uqr';
import { post } from '../../net/call.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Fault } from '../../ui/fault.tsx';
import { Card } from '../../ui/field-list.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { TransportError } from '../../net/request.ts';
import { toast } from '../../ui/toast.ts';
import { CallRefused, errorToShow } from '../../net/verdict.ts';
import { alwaysFresh } from '../role-query.ts';
import { PasskeyInstead } from './passkey-instead.tsx';
import './totp.css';

/** Replaces every page for an operator who has not set up the one-time password that their role requires. */
export function RequiredTotp() {
  return (
    <div className="totp-required">
      <Card title="请先设置动态口令">
        <p className="hint">您的角色要求登录时使用动态口令，设置完成后方可使用其他功能。</p>
        <TotpSetup done={useTotpDone()} />
        <PasskeyInstead done={useTotpDone()} />
      </Card>
    </div>
  );
}

/** After the setup, all queries that were refused before are repeated. */
export function useTotpDone(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries();
}

/** Shows a secret as a QR code and as text, and takes the first code, which confirms it. */
export function TotpSetup({ done }: { done: () => void }) {
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({ queryKey: [beginPath], queryFn: ({ signal }) => post(beginPath, {}, { signal, quiet: true }), ...alwaysFresh });
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [pending, setPending] = useState(false);
  const error = errorToShow(failure);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!/^\d{6}$/.test(code)) {
      setFault('动态口令为6位数字');
      return;
    }
    setPending(true);
    try {
      await post('/api/User/totpConfirm', { totp: code });
      done();
    } catch (refused) {
      if (refused instanceof TransportError) toast('error', refused.message);
      if (refused instanceof CallRefused) setFault(refused.fields['totp'] ?? refused.message);
      setPending(false);
    }
  };
  if (!data)
    return (
      <div className="totp-wait" aria-busy={!error}>
        {error && <Fault error={error} retry={refetch} />}
      </div>
    );
  return (
    <form className="totp" onSubmit={(event) => void submit(event)} noValidate>
      <QrCode text={data.uri} />
      <div className="totp-steps">
        <p>1. 用手机上的身份验证器扫描左侧二维码，或手动输入密钥：</p>
        <p className="secret">
          {data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          <CopyButton text={data.secret} />
        </p>
        <label htmlFor="totp-code">2. 输入身份验证器显示的6位动态口令：</label>
        <div className="totp-code">
          <input
            id="totp-code"
            className="input num"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            aria-invalid={fault !== undefined}
            aria-describedby="totp-fault"
            onChange={(event) => {
              setFault(undefined);
              setCode(event.target.value.trim());
            }}
          />
          <GuardedButton type="submit" className="btn btn-primary" pending={pending} resetKey={fault}>
            启用
          </GuardedButton>
        </div>
        <p id="totp-fault" className="totp-fault" aria-live="polite">
          {fault}
        </p>
      </div>
    </form>
  );
}

const beginPath = '/api/User/totpBegin';

/** Dark modules as one path, on white in every theme, because cameras need it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="totp-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="动态口令二维码" shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
