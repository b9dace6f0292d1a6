import type { HttpDelivery } from '@tidemark/destinations';
import { signatureHeaders } from '@tidemark/destinations';
import type { SubscriptionMessage } from './message';

/**
 * The request to a webhook, signed according to Standard Webhooks if there is a secret. Its id is that of the
 * delivery, the same in each repetition.
 */
export function webhookMessage(
  message: SubscriptionMessage,
  { url, secret }: { readonly url: string; readonly secret: string | null },
  timestamp: Date,
): HttpDelivery {
  const body = JSON.stringify({
    type: 'subscription.delivered',
    timestamp: timestamp.toISOString(),
    data: dataOf(message),
  });
  return {
    kind: 'http',
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      ...signatureHeaders(secret, message.deliveryId, timestamp, body),
    },
    body,
  };
}

function dataOf(message: SubscriptionMessage): object {
  const { report, charts, links } = message;
  const drawn = new Set(charts.map(({ position }) => position));
  return {
    delivery_id: message.deliveryId,
    subscription_id: message.subscriptionId,
    title: message.title,
    trigger: message.trigger,
    scheduled_at: message.scheduledAt?.toISOString() ?? null,
    project: { id: message.projectId, name: message.projectName },
    resource: { type: report.resource.type, name: report.resource.name, url: links.resource },
    total_insight_count: report.total_insight_count,
    insights: report.insights.map(({ id, short_id, name, table, query_error }, index) => ({
      id,
      short_id,
      name,
      url: links.insight(short_id),
      columns: table?.columns ?? null,
      rows: table?.rows ?? null,
      rows_left_out: table?.rows_left_out ?? 0,
      columns_left_out: table?.columns_left_out ?? 0,
      query_error,
      png_url: drawn.has(index) ? links.chart(index, 'png') : null,
      svg_url: drawn.has(index) ? links.chart(index, 'svg') : null,
    })),
  };
}
