import { identityRefusals } from '../../../domain/business/codes/access.ts';

interface Props {
  readonly ways: { readonly provider: string; readonly password: number };
  readonly isPasswordShown: boolean;
  readonly showPassword: () => void;
}

/** The link to the identity provider, if the office has one, and the result of the last attempt. */
export function ProviderSignIn({ ways: { provider, password }, isPasswordShown, showPassword }: Props) {
  if (provider === '') return null;
  const refusal = refusalIn(location.search);
  return (
    <div className="login-provider">
      {refusal !== undefined && (
        <p className="login-refused" role="alert">
          {refusal}
        </p>
      )}
      <a className={isPasswordShown ? 'btn' : 'btn btn-primary'} href="/oidc/start">
        {provider}
      </a>
      {isPasswordShown ? (
        <p className="login-or">{password === 0 ? '管理员密码登录' : '或使用密码登录'}</p>
      ) : (
        <button type="button" className="link" onClick={showPassword}>
          管理员密码登录
        </button>
      )}
    </div>
  );
}

/** Maps the server's code in the address to a sentence, so that no foreign text is ever shown. */
function refusalIn(search: string): string | undefined {
  const word = new URLSearchParams(search).get('refused') ?? '';
  return Object.entries(identityRefusals).find(([name]) => name === word)?.[1];
}
