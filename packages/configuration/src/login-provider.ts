import { z } from 'zod';

const flag = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1');

/** The variables of sign-in with an OpenID Connect provider. */
export const providerFields = {
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'the OpenID Connect provider with which people sign in, as in `https://accounts.example.com`; its discovery document is read below this address. Register `{address of this server}/login` there as the redirect URI. Unset: no single sign-on',
    ),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('the id of this server at the provider; needed with `OIDC_ISSUER`'),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('the secret of `OIDC_CLIENT_ID`; unset: a public client, protected by PKCE alone'),
  OIDC_BUTTON_LABEL: z
    .string()
    .min(1)
    .max(60)
    .default('Continue with single sign-on')
    .describe('the text of the button on the sign-in page'),
  OIDC_ALLOWED_EMAIL_DOMAINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((domain) => domain.trim().toLowerCase())
        .filter(Boolean),
    )
    .describe(
      'comma-separated domains of e-mail addresses, as in `example.com,example.org`: others are rejected; empty: every address that the provider has verified',
    ),
  OIDC_CREATE_USERS: flag.describe(
    '1: people without an account get one in the first organization; 0: only members can sign in, found by their e-mail address',
  ),
  OIDC_DEFAULT_ROLE: z
    .enum(['member', 'admin', 'owner'])
    .default('member')
    .describe('the role of people who get an account'),
  OIDC_ALLOW_PRIVATE_ENDPOINTS: flag.describe(
    '1: a provider in a private network or without TLS is allowed; 0: its addresses must be public and begin with `https://`',
  ),
} as const;

/** The configuration without a provider: none of the variables is set. */
export const defaultProviderConfig = z.object(providerFields).parse({});
