import type { SubscriptionUpdate } from '@tidemark/contracts';
import { MAX_SUBSCRIPTION_INSIGHTS } from '@tidemark/contracts';
import { nextDeliveryAt } from '@tidemark/domain';
import { validationError } from '@tidemark/platform';
import type { Project, Subscription, SubscriptionFields } from '@tidemark/postgres';
import type { SubscriptionDeps } from './deps';
import { storedTarget } from './subscription-target';

/** Earlier starts have no other effect but take longer to compute from. */
const FIRST_START = new Date('2000-01-01T00:00:00Z');

/** All fields of a subscription after a request. */
export type FieldsAfter = SubscriptionFields & {
  readonly sealedTarget: string | null;
  readonly nextDeliveryDate: Date | null;
};

/**
 * Merges the fields of the body into those of the subscription.
 * @throws ApiError 400 for fields that do not fit together or refer to items that the project does not have
 */
export async function subscriptionFields(
  deps: SubscriptionDeps,
  project: Project,
  body: SubscriptionUpdate,
  before: Subscription | null,
): Promise<FieldsAfter> {
  const resource = await resourceOf(deps, project.id, body, before);
  const exportInsights = await exported(deps, project.id, body, { before, ...resource });
  const schedule = scheduleOf(body, before);
  const fields = {
    ...resource,
    exportInsights,
    title: body.title === undefined ? (before?.title ?? null) : body.title,
    ...storedTarget(project.id, body, before, deps.secrets),
    ...schedule,
    enabled: body.enabled ?? before?.enabled ?? true,
    deleted: body.deleted ?? before?.deleted ?? false,
  };
  const nextDeliveryDate = nextDate(deps, project, fields, before);
  return { ...fields, nextDeliveryDate };
}

function scheduleOf(body: SubscriptionUpdate, before: Subscription | null) {
  const startDate = body.start_date ?? before?.startDate ?? FIRST_START;
  if (startDate < FIRST_START) {
    throw invalid('start_date', 'Deliveries start in 2000 at the earliest.');
  }
  const byweekday = body.byweekday === undefined ? before?.byweekday : body.byweekday;
  return {
    frequency: body.frequency ?? before?.frequency ?? 'daily',
    interval: body.interval ?? before?.interval ?? 1,
    byweekday: byweekday === undefined || byweekday === null ? null : [...new Set(byweekday)],
    bysetpos: valueOf(body.bysetpos, before?.bysetpos),
    count: valueOf(body.count, before?.count),
    startDate,
    untilDate: valueOf(body.until_date, before?.untilDate),
  } as const;
}

/** The value of a field after a request: an omitted field keeps its value. */
function valueOf<T>(sent: T | null | undefined, before: T | null | undefined): T | null {
  return (sent === undefined ? before : sent) ?? null;
}

/**
 * An enabled subscription needs a future delivery time, which is computed again when it is changed, enabled or
 * restored.
 */
function nextDate(
  { now }: SubscriptionDeps,
  { timezone }: Project,
  after: SubscriptionFields,
  before: Subscription | null,
): Date | null {
  const isActive = after.enabled && !after.deleted;
  const wasActive = before !== null && before.enabled && !before.deleted;
  const isSame = before !== null && scheduleText(before) === scheduleText(after);
  if (isSame && (wasActive || !isActive)) return before.nextDeliveryDate;
  const next = nextDeliveryAt(after, now(), timezone);
  if (next !== null || !isActive) return next;
  const detail = 'The schedule has no delivery that lies ahead: change its end, count or days.';
  throw invalid(before === null ? 'start_date' : isSame ? 'enabled' : 'until_date', detail);
}

function scheduleText(fields: SubscriptionFields): string {
  const { frequency, interval, byweekday, bysetpos, count, startDate, untilDate } = fields;
  return JSON.stringify([frequency, interval, byweekday, bysetpos, count, startDate, untilDate]);
}

async function resourceOf(
  deps: SubscriptionDeps,
  projectId: number,
  body: SubscriptionUpdate,
  before: Subscription | null,
): Promise<{ readonly insightId: number | null; readonly dashboardId: number | null }> {
  const insightId = valueOf(body.insight, before?.insightId);
  const dashboardId = valueOf(body.dashboard, before?.dashboardId);
  if (insightId !== null && dashboardId !== null) {
    throw invalid('insight', 'A subscription is for an insight or for a dashboard, not for both.');
  }
  if (insightId === null && dashboardId === null) {
    const attr = body.content_type === 'dashboard' ? 'dashboard' : 'insight';
    throw invalid(attr, 'Name the insight or the dashboard of the subscription.');
  }
  const type = insightId === null ? 'dashboard' : 'insight';
  if (body.content_type !== undefined && body.content_type !== type) {
    throw invalid('content_type', `The subscription is for a ${type}.`);
  }
  await requireResource(deps, projectId, { insightId, dashboardId }, body);
  return { insightId, dashboardId };
}

/** Items that a request refers to must exist; those of a stored subscription may have been deleted since. */
async function requireResource(
  { insights, dashboards }: SubscriptionDeps,
  projectId: number,
  { insightId, dashboardId }: { insightId: number | null; dashboardId: number | null },
  body: SubscriptionUpdate,
): Promise<void> {
  const missing = (attr: string, id: number) =>
    validationError('does_not_exist', `Invalid pk "${id}" - object does not exist.`, attr);
  if (insightId !== null && body.insight !== undefined) {
    const insight = await insights.find(projectId, { id: insightId });
    if (insight === null || insight.deleted) throw missing('insight', insightId);
  }
  if (dashboardId !== null && body.dashboard !== undefined) {
    const dashboard = await dashboards.find(projectId, dashboardId);
    if (dashboard === null) throw missing('dashboard', dashboardId);
  }
}

async function exported(
  { tiles }: SubscriptionDeps,
  projectId: number,
  { dashboard_export_insights: sent }: SubscriptionUpdate,
  { before, dashboardId }: { before: Subscription | null; dashboardId: number | null },
): Promise<number[]> {
  const attr = 'dashboard_export_insights';
  if (sent === undefined) return dashboardId === null ? [] : (before?.exportInsights ?? []);
  const ids = [...new Set(sent)];
  if (ids.length === 0) return [];
  if (dashboardId === null) throw invalid(attr, 'Only a dashboard has insights to select.');
  if (ids.length > MAX_SUBSCRIPTION_INSIGHTS) {
    throw invalid(attr, `Cannot select more than ${MAX_SUBSCRIPTION_INSIGHTS} insights.`);
  }
  const placed = await tiles.listOf(projectId, dashboardId);
  const known = new Set(placed.map(({ insight }) => insight?.id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) throw invalid(attr, `${missing.length} invalid insight(s) selected.`);
  return ids;
}

function invalid(attr: string, detail: string) {
  return validationError('invalid_input', detail, attr);
}
