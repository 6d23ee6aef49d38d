import { z } from 'zod';
import { accountFaults } from '../../domain/access/account-rules.ts';

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
