import { useCallback, useEffect, useState } from 'react';
import { expectedLanding, warmConsole } from '../app/early.ts';
import { keepToken } from '../app/session.ts';
import { arrive } from '../app/stage.ts';
import { get, post, type FieldsOf } from '../kit/call.ts';
import { TransportError } from '../kit/request.ts';
import { toast } from '../kit/toast.ts';

/** Signs in and opens the console; false when the server refused, which it has said by then. */
export async function signIn(values: FieldsOf<'POST', '/api/login/login'>): Promise<boolean> {
  try {
    const { token } = await post('/api/login/login', values);
    keepToken(token);
    // The likely page is opened at once; the frame goes elsewhere when the menu says so.
    history.replaceState(null, '', expectedLanding());
    warmConsole(expectedLanding(), '');
    arrive();
    return true;
  } catch (error) {
    if (error instanceof TransportError) toast('error', error.message);
    return false;
  }
}

/** The captcha image; `refresh` asks for another one. */
export function useCaptcha() {
  const [state, setState] = useState({ token: '', image: '', isFailed: false });
  const refresh = useCallback(() => {
    get('/api/login/getImgCode', {})
      .then(({ imgCodeToken, image }) => setState({ token: imgCodeToken, image, isFailed: false }))
      .catch(() => setState({ token: '', image: '', isFailed: true }));
  }, []);
  useEffect(refresh, [refresh]);
  return { ...state, refresh };
}
