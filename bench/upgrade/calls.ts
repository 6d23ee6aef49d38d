import { signedHeaders } from '../../test/installation/intake.ts';
import { evidenceRequest, type Signer } from '../intake/intake-client.ts';
import type { Call } from './steady-load.ts';

/** A reading call of the console. */
export function consoleCall(name: string, path: string, token: string): Call {
  return {
    name,
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${token}` },
    fault: (status, body) => (status === 200 && body.startsWith('{"code":200') ? null : `${status} ${body.slice(0, 200)}`),
  };
}

/** Evidence of 4 KB with unique content. @param onAcknowledged called with each acknowledged number. */
export function evidenceCall(signer: Signer, onAcknowledged: (number: string) => void): Call {
  const whole = evidenceRequest(signer);
  const end = whole.indexOf('\r\n\r\n');
  const lines = whole.subarray(0, end).toString().split('\r\n').slice(2);
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  const fault = (status: number, body: string): string | null => {
    const number = /"baoquan":"([0-9A-F]{32})"/.exec(body)?.[1];
    if (status !== 200 || number === undefined) return `${status} ${body.slice(0, 200)}`;
    onAcknowledged(number);
    return null;
  };
  return { name: 'evidence', method: 'POST', path: '/open/v1/evidence', headers, body: whole.subarray(end + 4), fault };
}

/** A reading call of an enterprise. */
export function meCall({ appId, key }: Signer): Call {
  return {
    name: 'who am I',
    method: 'GET',
    path: '/open/v1/me',
    headers: signedHeaders({ app_id: appId, security_key: key }, { method: 'GET', path: '/open/v1/me' }),
    fault: (status, body) => (status === 200 ? null : `${status} ${body.slice(0, 200)}`),
  };
}
