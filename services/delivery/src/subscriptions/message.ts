import type { SubscriptionReport } from '@tidemark/contracts';
import { scheduleSummary } from '@tidemark/domain';
import type { SubscriptionLinks } from '@tidemark/platform';
import type { SubscriptionChart, SubscriptionClaim } from '@tidemark/postgres';

/** The parts of a delivery that the channels show. */
export interface SubscriptionMessage {
  readonly deliveryId: string;
  readonly subscriptionId: number;
  readonly projectId: number;
  readonly projectName: string;
  readonly title: string;
  readonly trigger: string;
  readonly scheduledAt: Date | null;
  readonly inviteMessage: string | null;
  readonly schedule: string;
  readonly report: SubscriptionReport;
  readonly charts: readonly SubscriptionChart[];
  readonly links: MessageLinks;
}

/** The addresses of console pages and charts; null if this server has no public address or no key. */
interface MessageLinks {
  readonly resource: string | null;
  readonly subscription: string | null;
  insight(shortId: string): string | null;
  chart(position: number, format: 'png' | 'svg'): string | null;
  unsubscribe(email: string): string | null;
}

/** @param site the public address, without a slash at its end; null: no links */
export function messageOf(
  { delivery, subscription }: SubscriptionClaim,
  given: {
    readonly report: SubscriptionReport;
    readonly charts: readonly SubscriptionChart[];
    readonly projectName: string;
    readonly site: string | null;
    readonly links: SubscriptionLinks | null;
  },
): SubscriptionMessage {
  const { report, charts, projectName, site, links } = given;
  const { id: subscriptionId, projectId, title } = subscription;
  const base = site === null ? null : `${site}/project/${projectId}`;
  const inConsole = (path: string) => (base === null ? null : `${base}${path}`);
  const { resource } = report;
  return {
    deliveryId: delivery.id,
    subscriptionId,
    projectId,
    projectName,
    title: title || resource.name,
    trigger: delivery.trigger,
    scheduledAt: delivery.scheduledAt,
    inviteMessage: delivery.inviteMessage,
    schedule: scheduleSummary(subscription),
    report,
    charts,
    links: {
      resource: inConsole(resource.path),
      subscription: inConsole(`${resource.path}?panel=subscriptions`),
      insight: (shortId) => inConsole(`/insights/${shortId}`),
      chart: (position, format) =>
        site === null || links === null
          ? null
          : `${site}/api/subscription_charts/${links.chartToken({ deliveryId: delivery.id, position })}.${format}`,
      unsubscribe: (email) =>
        site === null || links === null
          ? null
          : `${site}/api/unsubscribe/?token=${links.unsubscribeToken({ projectId, subscriptionId, email })}`,
    },
  };
}

const CELL = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
/** For values that would be shown as 0. */
const SMALL_CELL = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const SMALL = 0.01;

/** Formats a value of a table for people. */
export function cellText(cell: string | number | null): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  return (Math.abs(cell) < SMALL ? SMALL_CELL : CELL).format(cell);
}

/** Describes the rows and columns that a table omits; null if it is complete. */
export function leftOut(table: {
  readonly rows_left_out: number;
  readonly columns_left_out: number;
}): string | null {
  const parts = [
    table.rows_left_out > 0 ? `${table.rows_left_out} more rows` : null,
    table.columns_left_out > 0 ? `${table.columns_left_out} more columns` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `${parts.join(' and ')} in Tidemark`;
}

/** Describes the insights of a dashboard that a message omits; null if it contains all. */
export function insightsLeftOut({ insights, total_insight_count: total }: SubscriptionReport) {
  return total > insights.length ? `Showing ${insights.length} of ${total} insights.` : null;
}
