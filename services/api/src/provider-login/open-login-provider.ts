import { ROLE_LEVELS } from '@tidemark/access';
import type { Logger } from '@tidemark/platform';
import { ConfigError, createOutboundGuard } from '@tidemark/platform';
import type { ApiConfig } from '../config';
import type { LoginProvider } from './login-provider';
import { createLoginProvider } from './login-provider';

/** The provider that the operator configured, and the rules for who may sign in. */
export interface ConfiguredProvider {
  readonly provider: LoginProvider;
  readonly label: string;
  readonly allowedDomains: readonly string[];
  /** The role of a new user; null when unknown people are rejected. */
  readonly newUserLevel: number | null;
}

/** Returns null without `OIDC_ISSUER`. @throws ConfigError if the settings of the client are missing */
export function openLoginProvider(config: ApiConfig, logger: Logger): ConfiguredProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = config;
  if (issuer === undefined) return null;
  if (clientId === undefined) {
    throw new ConfigError(
      'Invalid configuration: OIDC_CLIENT_ID is missing, and OIDC_ISSUER is set',
    );
  }
  const allowPrivate = config.OIDC_ALLOW_PRIVATE_ENDPOINTS;
  return {
    provider: createLoginProvider({
      issuer,
      clientId,
      clientSecret: config.OIDC_CLIENT_SECRET,
      allowHttp: allowPrivate,
      guard: createOutboundGuard({ allowPrivate }),
      logger,
    }),
    label: config.OIDC_BUTTON_LABEL,
    allowedDomains: config.OIDC_ALLOWED_EMAIL_DOMAINS,
    newUserLevel: config.OIDC_CREATE_USERS ? ROLE_LEVELS[config.OIDC_DEFAULT_ROLE] : null,
  };
}
