import { useCallback, useEffect, useRef, useState } from 'react';
import { storeToken } from './token.ts';
import type { PasskeyRequest } from './passkeys.ts';
import { get, post, type FieldsOf } from '../net/call.ts';
import { TransportError } from '../net/request.ts';
import { toast } from '../ui/toast.ts';
import { CallRefused } from '../net/verdict.ts';

type Outcome = 'in' | 'refused' | 'needsTotp';

/**
 * Signs in and calls `onSignedIn`. If the account has passkeys, one of them is requested in between. Every refusal has been shown when this
 * resolves; `needsTotp` means that a one-time password is required too.
 */
export async function signIn(values: FieldsOf<'POST', '/api/login/login'>, onSignedIn: () => void): Promise<Outcome> {
  try {
    enter((await post('/api/login/login', values)).token, onSignedIn);
    return 'in';
  } catch (error) {
    if (error instanceof TransportError) toast('error', error.message);
    if (!(error instanceof CallRefused)) return 'refused';
    // the wire is parsed here
    if (error.passkey && (await signInByPasskey(error.passkey as PasskeyRequest, onSignedIn))) return 'in';
    return error.hints.has('needTotp') ? 'needsTotp' : 'refused';
  }
}

/** @returns false if it failed; the reason has been shown. */
async function signInByPasskey(request: PasskeyRequest, onSignedIn: () => void): Promise<boolean> {
  try {
    const { signWithPasskey } = await import('./passkeys.ts');
    enter((await post('/api/login/passkey', await signWithPasskey(request))).token, onSignedIn);
    return true;
  } catch (error) {
    if (error instanceof Error && !(error instanceof CallRefused)) toast('error', error.message);
    return false;
  }
}

function enter(token: string, onSignedIn: () => void): void {
  storeToken(token);
  onSignedIn();
}

/** How operators may sign in here; undefined until the server has answered, which means by password. */
export function useSignInWays() {
  const [ways, setWays] = useState<{ readonly provider: string; readonly password: number }>();
  useEffect(() => {
    // The captcha's call reports a server that does not answer.
    get('/api/login/getWays', {}, { quiet: true }).then(setWays, () => undefined);
  }, []);
  return ways;
}

/** The captcha image. `refresh` fetches another one; `token` waits for the newest one's token, '' if it failed. */
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
