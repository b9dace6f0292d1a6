import type { IncomingMessage } from 'node:http';
import type { Logger } from '@tidemark/platform';
import type { Redis, RequestLimiter } from '@tidemark/redis';
import { createRequestLimiter } from '@tidemark/redis';
import type { EdgeConfig } from '../config';
import { createTokenBuckets } from './token-buckets';
import type { TokenBuckets } from './token-buckets';
import { clientIp } from '../http/client-ip';
import { addressKey } from './address-key';

/** The limits of requests, from the configuration; null where no limit is set. */
export interface EdgeLimits {
  /** Events of a project, at all edges together. */
  readonly eventLimit: RequestLimiter | null;
  /** Seconds that the client's address has to wait, counted at all edges together. */
  readonly addressWait: ((request: IncomingMessage) => Promise<number>) | null;
  /** Flag requests of a project, at this edge. */
  readonly flagRate: TokenBuckets<number>;
  /** Flag requests of an address, at this edge. */
  readonly flagAddressRate: TokenBuckets<string> | null;
}

/** @param now monotonic ms */
export function openLimits(
  config: EdgeConfig,
  {
    redis,
    logger,
    now,
  }: { readonly redis: Redis; readonly logger: Logger; readonly now: () => number },
): EdgeLimits {
  const shared = (name: string, perMinute: number): RequestLimiter | null =>
    perMinute === 0 ? null : createRequestLimiter(redis, { name, perMinute, logger, now });
  const addresses = shared('address', config.EDGE_ADDRESS_REQUESTS_PER_MINUTE);
  const flagAddresses = {
    burst: config.FLAGS_ADDRESS_RATE_LIMIT_BURST,
    perSecond: config.FLAGS_ADDRESS_RATE_LIMIT_PER_SECOND,
  };
  return {
    eventLimit: shared('events', config.EDGE_TOKEN_EVENTS_PER_MINUTE),
    addressWait:
      addresses &&
      ((request) => addresses.take(addressKey(clientIp(request, config.TRUSTED_PROXY_HOPS)))),
    flagRate: createTokenBuckets(
      { burst: config.FLAGS_RATE_LIMIT_BURST, perSecond: config.FLAGS_RATE_LIMIT_PER_SECOND },
      now,
    ),
    flagAddressRate: flagAddresses.perSecond === 0 ? null : createTokenBuckets(flagAddresses, now),
  };
}
