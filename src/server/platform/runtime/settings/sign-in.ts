import { z } from 'zod';
import { count, flag, optional, text, webAddress } from './forms.ts';
import { Setting } from './setting.ts';

/** How operators sign in: by password, or at the office's identity provider. */
export const signInSettings = {
  /** If off, only accounts of role 1 may sign in by password. */
  passwordSignIn: flag('PASSWORD_SIGN_IN', true),
  /** OpenID Connect. */
  oidc: {
    /** The provider's issuer URL, under which its configuration is discovered. */
    issuer: optional('OIDC_ISSUER', webAddress),
    clientId: optional('OIDC_CLIENT_ID', z.string().trim().min(1)),
    clientSecret: optional('OIDC_CLIENT_SECRET', z.string().min(1)),
    /** The claim that is compared with the usernames of accounts. */
    claim: text('OIDC_CLAIM', 'email', z.string().trim().min(1).max(100)),
    /** Whether an e-mail address counts that the provider does not call verified: `assume` takes it where the flag is missing. */
    emailVerified: new Setting('OIDC_EMAIL_VERIFIED', z.enum(['required', 'assume']).default('required')),
    /** The requested scopes; `offline_access` lets sessions outlive the provider's access tokens. */
    scope: text(
      'OIDC_SCOPE',
      'openid profile email',
      z
        .string()
        .trim()
        .regex(/(^| )openid( |$)/, 'must hold openid'),
    ),
    /** The label of the button on the login page. */
    label: text('OIDC_LABEL', '统一身份认证登录', z.string().trim().min(1).max(20)),
    /** How long the provider's last answer about a session is valid; 0 asks it at every call. */
    checkSeconds: count('OIDC_CHECK_SECONDS', 0),
  },
};
