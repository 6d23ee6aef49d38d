import { z } from 'zod';
import { accountFaults } from '../../domain/business/access/account-rules.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { text } from '../fields.ts';
import { typedName, typedPhone, typedUsername } from '../../domain/kit/text/typed.ts';

/** Wire fields of the account form. The screen validates with the same rules. */
export const username = checked(accountFaults.username, typedUsername);
export const realname = checked(accountFaults.realname, typedName);
export const mobileOrLandline = checked(accountFaults.mobile, typedPhone);
/** For a new account: letters and digits. */
export const plainPassword = checked(accountFaults.newPassword);
/** For a password change: letters, digits and special symbols. */
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

/** Bytes in unpadded base64url, at most `max` characters. */
export function bytes(max: number) {
  return z
    .string(unreadable)
    .regex(/^[\w-]+$/, unreadable)
    .max(max, unreadable);
}

/** How a browser reaches an authenticator, comma-joined: `internal,hybrid`. Unknown words are kept, because WebAuthn may add more. */
export const transports = z
  .string()
  .default('')
  .transform((words) =>
    words
      .split(',')
      .filter((word) => /^[a-z-]{1,20}$/.test(word))
      .slice(0, 8),
  );

/** The operator's name for a passkey. */
export const passkeyName = text(limits.passkeyNameChars, '请输入通行密钥名称', `通行密钥名称最多${limits.passkeyNameChars}个字`);
