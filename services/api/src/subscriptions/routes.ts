import { createSealedBox, createSubscriptionLinks } from '@tidemark/platform';
import type { ProjectRoute, PublicRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createSubscriptionDeliveryRoutes } from './delivery-routes';
import type { SubscriptionDeps } from './deps';
import { createSubscriptionLinkRoutes } from './link-routes';
import { createSubscriptionRoutes } from './subscription-routes';

type Parts = Omit<SubscriptionDeps, 'secrets'> & Pick<ApiParts, 'config'>;

/** Subscriptions and their deliveries. */
export function createSubscriptionsRoutes(parts: Parts): readonly ProjectRoute[] {
  const deps = { ...parts, secrets: boxOf(parts) };
  return [...createSubscriptionDeliveryRoutes(deps), ...createSubscriptionRoutes(deps)];
}

/** The links in messages of subscriptions. */
export function createSubscriptionLinksRoutes(parts: Parts): readonly PublicRoute[] {
  const box = boxOf(parts);
  const links = box === null ? null : createSubscriptionLinks(box, parts.now);
  return createSubscriptionLinkRoutes({ ...parts, links });
}

function boxOf({ config }: Parts) {
  const key = config.EXPORT_SECRETS_KEY;
  return key === undefined ? null : createSealedBox(key);
}
