import { z } from 'zod';
import { accountFaults } from '../../domain/access/account-rules.ts';
import { limits } from '../../domain/codes/limits.ts';
import { text } from '../fields.ts';

/** Fields of an account's form on the wire. The screen checks values by the same rules. */
export const username = checked(accountFaults.username, (value) => value.trim());
export const realname = checked(accountFaults.realname, (value) => value.trim());
export const mobileOrLandline = checked(accountFaults.mobile, (value) => value.trim());
/** Of a new account: letters and digits. */
export const plainPassword = checked(accountFaults.newPassword);
/** Of a change: letters, digits and special symbols. */
export const anyPassword = checked(accountFaults.password);

function checked(faultOf: (value: string) => string | undefined, tidy: (value: string) => string = (value) => value) {
  return z
    .string(faultOf('') ?? '')
    .transform(tidy)
    .superRefine((value, context) => {
      const fault = faultOf(value);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    });
}

const unreadable = '通行密钥无法识别';

/** Bytes in base64url without padding, `max` characters of it at most. */
export function bytes(max: number) {
  return z
    .string(unreadable)
    .regex(/^[\w-]+$/, unreadable)
    .max(max, unreadable);
}

/** How a browser reaches an authenticator, comma-joined: `internal,hybrid`. Words that WebAuthn may yet add are kept as they come. */
export const transports = z
  .string()
  .default('')
  .transform((words) =>
    words
      .split(',')
      .filter((word) => /^[a-z-]{1,20}$/.test(word))
      .slice(0, 8),
  );

/** What the operator calls a passkey. */
export const passkeyName = text(limits.passkeyNameChars, '请输入通行密钥名称', `通行密钥名称最多${limits.passkeyNameChars}个字`);
