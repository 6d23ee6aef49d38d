import { useCallback, useEffect, useRef, useState } from 'react';
import { storeToken } from './token.ts';
import { get, post, type FieldsOf } from '../net/call.ts';
import { TransportError } from '../net/request.ts';
import { toast } from '../ui/toast.ts';
import { CallRefused } from '../net/verdict.ts';

/** Signs in and calls `arrive`. Every refusal has been said by then; `needsTotp` also asks for the one-time password. */
export async function signIn(values: FieldsOf<'POST', '/api/login/login'>, arrive: () => void): Promise<'in' | 'refused' | 'needsTotp'> {
  try {
    const { token } = await post('/api/login/login', values);
    storeToken(token);
    arrive();
    return 'in';
  } catch (error) {
    if (error instanceof TransportError) toast('error', error.message);
    return error instanceof CallRefused && error.hints.has('needTotp') ? 'needsTotp' : 'refused';
  }
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
