import type { OutboundGuard, SealedBox } from '@tidemark/platform';
import { createOutboundGuard, createSealedBox } from '@tidemark/platform';
import type { QueryWorkerConfig } from './config';

/** The means by which data-warehouse tables and imports read from addresses that users specify. */
export interface SourceAccess {
  readonly guard: OutboundGuard;
  /** Whether plain HTTP is allowed, for servers in private networks. */
  readonly allowHttp: boolean;
  /** Opens sealed credentials; null when the operator configured no key. */
  readonly secrets: SealedBox | null;
}

/** The caller closes the guard. */
export function createSourceAccess(config: QueryWorkerConfig): SourceAccess {
  const key = config.EXPORT_SECRETS_KEY;
  return {
    guard: createOutboundGuard({
      allowPrivate: config.WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS,
      allowedHosts: config.WAREHOUSE_ALLOWED_HOSTS,
    }),
    allowHttp: config.WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS,
    secrets: key === undefined ? null : createSealedBox(key),
  };
}
