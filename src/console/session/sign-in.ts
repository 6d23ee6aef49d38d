import { useCallback, useEffect, useRef, useState } from 'react';
import { storeToken } from './token.ts';
import type { PasskeyRequest } from './passkeys.ts';
import { get, post, type FieldsOf } from '../net/call.ts';
import { TransportError } from '../net/request.ts';
import { toast } from '../ui/toast.ts';
import { CallRefused } from '../net/verdict.ts';

type Outcome = 'in' | 'refused' | 'needsTotp';

/**
 * Signs in and calls `arrive`; where the account has passkeys, one of them is asked for in between. Every refusal has been said by then;
 * `needsTotp` also asks for the one-time password.
 */
export async function signIn(values: FieldsOf<'POST', '/api/login/login'>, arrive: () => void): Promise<Outcome> {
  try {
    enter((await post('/api/login/login', values)).token, arrive);
    return 'in';
  } catch (error) {
    if (error instanceof TransportError) toast('error', error.message);
    if (!(error instanceof CallRefused)) return 'refused';
    // the wire is met here
    if (error.passkey && (await signInByPasskey(error.passkey as PasskeyRequest, arrive))) return 'in';
    return error.hints.has('needTotp') ? 'needsTotp' : 'refused';
  }
}

/** @returns false when it did not come to that; it has been said why. */
async function signInByPasskey(request: PasskeyRequest, arrive: () => void): Promise<boolean> {
  try {
    const { signWithPasskey } = await import('./passkeys.ts');
    enter((await post('/api/login/passkey', await signWithPasskey(request))).token, arrive);
    return true;
  } catch (error) {
    if (error instanceof Error && !(error instanceof CallRefused)) toast('error', error.message);
    return false;
  }
}

function enter(token: string, arrive: () => void): void {
  storeToken(token);
  arrive();
}

/** How operators may sign in here; passwords alone until the server has told. */
export function useSignInWays() {
  const [ways, setWays] = useState<{ readonly provider: string; readonly password: number }>();
  useEffect(() => {
    // A server that does not answer says so with the captcha.
    get('/api/login/getWays', {}, { quiet: true }).then(setWays, () => undefined);
  }, []);
  return ways;
}

/** The captcha image; `refresh` asks for another one, `token` waits for the newest one's token: '' if none came. */
export function useCaptcha() {
  const [state, setState] = useState({ image: '', isFailed: false });
  const newest = useRef(Promise.resolve(''));
  const refresh = useCallback(() => {
    const asked: Promise<string> = get('/api/login/getImgCode', {}).then(
      ({ imgCodeToken, image }) => {
        if (asked === newest.current) setState({ image, isFailed: false });
        return imgCodeToken;
      },
      () => {
        if (asked === newest.current) setState({ image: '', isFailed: true });
        return '';
      },
    );
    newest.current = asked;
  }, []);
  useEffect(refresh, [refresh]);
  return { ...state, refresh, token: () => newest.current };
}
