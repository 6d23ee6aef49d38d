import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { encode } from 'uqr';
import { post } from '../../../kit/net/call.ts';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';
import { Card } from '../../../kit/ui/field-list.tsx';
import { GuardedButton } from '../../../kit/ui/guarded-button.tsx';
import { TransportError } from '../../../kit/net/request.ts';
import { toast } from '../../../kit/ui/toast.ts';
import { CallRefused } from '../../../kit/net/verdict.ts';
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

/** Asks for the password, then shows a secret as a QR code and as text, and takes the first code, which confirms it. */
export function TotpSetup({ done }: { done: () => void }) {
  const [made, setMade] = useState<{ secret: string; uri: string }>();
  return made ? <FirstCode made={made} done={done} /> : <OwnPasswordFirst begun={setMade} />;
}

/** An unattended session must not be enough to add somebody else's phone. */
function OwnPasswordFirst({ begun }: { begun: (made: { secret: string; uri: string }) => void }) {
  const [oldPassword, setPassword] = useState('');
  const { fault, setFault, pending, send } = useStep('oldPassword');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (oldPassword === '') setFault('请输入当前密码');
    else void send(async () => begun(await post('/api/User/totpBegin', { oldPassword }, { quiet: true })));
  };
  return (
    <form className="totp" onSubmit={submit} noValidate>
      <div className="totp-steps">
        <label htmlFor="totp-password" className="required">
          当前密码
        </label>
        <div className="totp-password">
          <input
            id="totp-password"
            className="input"
            type="password"
            autoComplete="current-password"
            placeholder="请输入当前密码"
            aria-required
            value={oldPassword}
            aria-invalid={fault !== undefined}
            aria-describedby="totp-fault"
            onChange={(event) => {
              setFault(undefined);
              setPassword(event.target.value);
            }}
          />
          <GuardedButton type="submit" className="btn btn-primary" pending={pending} resetKey={fault}>
            下一步
          </GuardedButton>
        </div>
        <StepFault text={fault} />
      </div>
    </form>
  );
}

function FirstCode({ made: data, done }: { made: { secret: string; uri: string }; done: () => void }) {
  const [code, setCode] = useState('');
  const { fault, setFault, pending, send } = useStep('totp');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!/^\d{6}$/.test(code)) setFault('动态口令为6位数字');
    else
      void send(async () => {
        await post('/api/User/totpConfirm', { totp: code });
        done();
      });
  };
  return (
    <form className="totp" onSubmit={submit} noValidate>
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
        <StepFault text={fault} />
      </div>
    </form>
  );
}

/** Sends one step. A refusal is shown below its field, a failed transport as a toast. */
function useStep(field: string) {
  const [fault, setFault] = useState<string>();
  const [pending, setPending] = useState(false);
  const send = async (step: () => Promise<void>) => {
    setPending(true);
    try {
      await step();
    } catch (refused) {
      if (refused instanceof TransportError) toast('error', refused.message);
      if (refused instanceof CallRefused) setFault(refused.fields[field] ?? refused.message);
      setPending(false);
    }
  };
  return { fault, setFault, pending, send };
}

function StepFault({ text }: { text: string | undefined }) {
  return (
    <p id="totp-fault" className="totp-fault" aria-live="polite">
      {text}
    </p>
  );
}

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
