import { z } from 'zod';
import type { SealedBox } from './sealed-box';

const DAY_MS = 86_400_000;
/** As in PostHog. */
const UNSUBSCRIBE_DAYS = 30;
const CHART_DAYS = 30;

const unsubscribeLink = z.object({
  projectId: z.int(),
  subscriptionId: z.int(),
  email: z.string(),
});
type UnsubscribeLink = Readonly<z.infer<typeof unsubscribeLink>>;

const chartLink = z.object({
  deliveryId: z.uuid(),
  /** The index of the insight in the delivery. */
  position: z.int(),
});
type ChartLink = Readonly<z.infer<typeof chartLink>>;

const expiring = z.object({
  /** Milliseconds since 1970. */
  expires: z.number(),
});

/**
 * The tokens in messages of subscriptions. They are encrypted, which also authenticates them and hides addresses from
 * the logs of proxies. A token expires after 30 days.
 */
export interface SubscriptionLinks {
  unsubscribeToken(link: UnsubscribeLink): string;
  chartToken(link: ChartLink): string;
  /** Null for a text that is not such a token or has expired. */
  readUnsubscribe(token: string): UnsubscribeLink | null;
  readChart(token: string): ChartLink | null;
}

/** The context with which the URL and the signing secret of a subscription are encrypted. */
export function subscriptionTargetContext(projectId: number): string {
  return `subscription-target:${projectId}`;
}

export function createSubscriptionLinks(box: SealedBox, now: () => Date): SubscriptionLinks {
  const seal = (link: object, context: string, days: number): string =>
    box.seal(JSON.stringify({ ...link, expires: now().getTime() + days * DAY_MS }), context);
  const read = <Link>(schema: z.ZodType<Link>, token: string, context: string): Link | null => {
    let text: string;
    try {
      text = box.open(token, context);
    } catch {
      // Decryption throws for every invalid token.
      return null;
    }
    const link: unknown = JSON.parse(text);
    return expiring.parse(link).expires > now().getTime() ? schema.parse(link) : null;
  };
  return {
    unsubscribeToken: (link) => seal(link, UNSUBSCRIBE, UNSUBSCRIBE_DAYS),
    chartToken: (link) => seal(link, CHART, CHART_DAYS),
    readUnsubscribe: (token) => read(unsubscribeLink, token, UNSUBSCRIBE),
    readChart: (token) => read(chartLink, token, CHART),
  };
}

const UNSUBSCRIBE = 'subscription-unsubscribe';
const CHART = 'subscription-chart';
