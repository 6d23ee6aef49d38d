import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isRefused } from '../storage/storage.ts';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { render } from '../ui/root.ts';
import { EndedNote } from './ended-note.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { signIn, useCaptcha, useSignInWays } from './sign-in.ts';

/** What the shell provides for the login page. */
export interface LoginPort {
  /** Preloads the console. */
  preload(): Promise<unknown>;
  /** Opens the console with the newly stored token. */
  onSignedIn(): void;
}

export function mountLogin(port: LoginPort): void {
  document.title = '登录 - 公证存证管理后台';
  render(<LoginPage port={port} />);
}

const fields = [
  { name: 'username', label: '帐号', placeholder: '请输入帐号', missing: '帐号不能为空', type: 'text', autoComplete: 'username' },
  {
    name: 'password',
    label: '密码',
    placeholder: '请输入密码',
    missing: '密码不能为空',
    type: 'password',
    autoComplete: 'current-password',
  },
  { name: 'imgCode', label: '验证码', placeholder: '请输入验证码', missing: '请输入验证码', type: 'text', autoComplete: 'off' },
] as const;
/** Shown between password and captcha, once the server has asked for it. */
const totpField = {
  name: 'totp',
  label: '动态口令',
  placeholder: '请输入动态口令',
  missing: '请输入动态口令',
  type: 'text',
  autoComplete: 'one-time-code',
} as const;
type FieldName = (typeof fields)[number]['name'] | 'totp';

/** Plain React without antd, because the page must be usable within a second on a slow connection. */
function LoginPage({ port }: { port: LoginPort }) {
  const form = useRef<HTMLFormElement>(null);
  const captcha = useCaptcha();
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({});
  const [pending, setPending] = useState(false);
  const [asksTotp, setAsksTotp] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const ways = useSignInWays();
  const [wantsPassword, setWantsPassword] = useState(false);
  const hidesPassword = ways?.password === 0 && !wantsPassword;
  const shown = asksTotp ? [...fields.slice(0, 2), totpField, ...fields.slice(2)] : fields;
  useEffect(() => prefetchConsole(port.preload), [port]);

  const focusOn = (name: FieldName) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const values = Object.fromEntries(shown.map(({ name }) => [name, String(data.get(name) ?? '')])) as Record<FieldName, string>;
    const missing = shown.filter(({ name }) => (name === 'password' ? values[name] : values[name].trim()) === '');
    setErrors(Object.fromEntries(missing.map((field) => [field.name, field.missing])));
    const first = missing[0];
    if (first) {
      focusOn(first.name);
      return;
    }
    setPending(true);
    const outcome = await signIn({ ...values, imgCode: values.imgCode.trim(), imgCodeToken: await captcha.token() }, port.onSignedIn);
    setPending(false);
    if (outcome === 'in') return;
    setRefusals((before) => before + 1);
    if (outcome === 'needsTotp') setAsksTotp(true);
    // spec/console, 2.5: a failed login refreshes the captcha, which also serves only once
    captcha.refresh();
    for (const name of ['imgCode', 'totp']) {
      const code = form.current?.elements.namedItem(name);
      if (code instanceof HTMLInputElement) code.value = '';
    }
    if (outcome === 'refused') focusOn(asksTotp ? 'totp' : 'imgCode');
  };

  return (
    <main className="login">
      <form className="login-card" ref={form} onSubmit={(event) => void submit(event)} noValidate aria-labelledby="login-title">
        <h1 id="login-title">公证存证管理后台</h1>
        <p className="login-hint">仅限本处工作人员使用，所有操作均留痕。</p>
        <EndedNote />
        {isRefused() && <StorageNote />}
        {ways && <ProviderSignIn ways={ways} isPasswordShown={!hidesPassword} showPassword={() => setWantsPassword(true)} />}
        <div hidden={hidesPassword}>
          {shown.map((field) => (
            <div className="login-field" key={field.name}>
              <label htmlFor={`login-${field.name}`}>{field.label}</label>
              <div className="login-control">
                <input
                  id={`login-${field.name}`}
                  className="input"
                  name={field.name}
                  type={field.type}
                  placeholder={field.placeholder}
                  autoComplete={field.autoComplete}
                  autoFocus={field.name === 'username' || field.name === 'totp'}
                  maxLength={field.name === 'imgCode' ? 20 : 200}
                  aria-invalid={errors[field.name] !== undefined}
                  aria-describedby={`login-${field.name}-error`}
                  onInput={() => setErrors(({ [field.name]: _gone, ...rest }) => rest)}
                />
                {field.name === 'imgCode' && <Captcha {...captcha} />}
              </div>
              <p className="login-error" id={`login-${field.name}-error`} aria-live="polite">
                {errors[field.name]}
              </p>
            </div>
          ))}
          <GuardedButton type="submit" className="btn btn-primary login-submit" pending={pending} resetKey={refusals}>
            登录
          </GuardedButton>
        </div>
      </form>
    </main>
  );
}

/** Why the session will not outlive the page. */
function StorageNote() {
  return (
    <div className="login-ended" role="status">
      <p>浏览器禁止了本网站的 Cookie 或本地存储。</p>
      <p>可以登录，但刷新或新开页面后须重新登录，导出和下载不可用。请在浏览器设置中允许本网站保存数据。</p>
    </div>
  );
}

function Captcha({ image, isFailed, refresh }: Pick<ReturnType<typeof useCaptcha>, 'image' | 'isFailed' | 'refresh'>) {
  return (
    <button type="button" className="login-captcha" onClick={refresh} title="看不清？点击换一张">
      {image === '' ? <span>{isFailed ? '点击重试' : ''}</span> : <img src={image} alt="验证码" />}
    </button>
  );
}

/**
 * Loads and evaluates the frame and the first list while the operator types, so that the rows appear right after the login. Starts at the
 * first key or after a moment, because the login itself comes first on a slow connection. @returns a function that stops it.
 */
function prefetchConsole(preload: () => Promise<unknown>): () => void {
  const start = () => {
    stop();
    void preload().catch(() => undefined); // the root view loads it again and reports the failure
  };
  const timer = setTimeout(start, 800);
  addEventListener('input', start);
  const stop = () => {
    clearTimeout(timer);
    removeEventListener('input', start);
  };
  return stop;
}
