import { z } from 'zod';
import { count, flag, optional, text, webAddress } from './forms.ts';

/** How operators sign in: by password, or at the office's identity provider. */
export const signInSettings = {
  /** Off: passwords serve role 1 alone. */
  passwordSignIn: flag('PASSWORD_SIGN_IN', true),
  /** OpenID Connect. */
  oidc: {
    /** As the provider names itself; its configuration is found under it. */
    issuer: optional('OIDC_ISSUER', webAddress),
    clientId: optional('OIDC_CLIENT_ID', z.string().trim().min(1)),
    clientSecret: optional('OIDC_CLIENT_SECRET', z.string().min(1)),
    /** What of the provider's user is compared with the usernames of accounts. */
    claim: text('OIDC_CLAIM', 'email', z.string().trim().min(1).max(100)),
    /** Asked for; `offline_access` lets sessions outlive the provider's access tokens. */
    scope: text(
      'OIDC_SCOPE',
      'openid profile email',
      z
        .string()
        .trim()
        .regex(/(^| )openid( |$)/, 'must hold openid'),
    ),
    /** The button on the login page. */
    label: text('OIDC_LABEL', '统一身份认证登录', z.string().trim().min(1).max(20)),
    /** The provider's last word holds for so long; 0 asks it at every call. */
    checkSeconds: count('OIDC_CHECK_SECONDS', 0),
  },
};
