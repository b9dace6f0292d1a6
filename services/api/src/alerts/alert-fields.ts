import type { AlertUpdate } from '@tidemark/contracts';
import { alertHysteresisSchema } from '@tidemark/contracts';
import { defaultConfig, nextCheckAt, problemOfAlert, shapeOf } from '@tidemark/domain';
import { readDate } from '@tidemark/hogql';
import { validationError } from '@tidemark/platform';
import type {
  Alert,
  AlertEffects,
  AlertFields,
  InsightRepository,
  Project,
  UserRepository,
} from '@tidemark/postgres';
import type { KindedQuery } from '@tidemark/query-engine';
import { readStoredQuery } from '@tidemark/query-engine';
import { foreignUser } from '../users/foreign-user';

export interface AlertFieldDeps {
  readonly insights: Pick<InsightRepository, 'find'>;
  readonly users: Pick<UserRepository, 'findMany'>;
  readonly now: () => Date;
}

const NEW: Omit<AlertFields, 'insightId' | 'config'> = {
  name: null,
  enabled: true,
  subscribedUsers: [],
  condition: { type: 'absolute_value' },
  threshold: null,
  thresholdName: '',
  calculationInterval: 'daily',
  snoozedUntil: null,
  skipWeekend: false,
  scheduleRestriction: null,
  hysteresis: alertHysteresisSchema.parse({}),
};

/**
 * All fields of an alert after a request: those of the body replace the stored ones. Null means the default.
 *
 * @throws ApiError 400 for fields that contradict each other, and for an insight or users that the project does not
 * have
 */
export async function alertFields(
  deps: AlertFieldDeps,
  project: Project,
  body: AlertUpdate,
  before: Alert | null,
): Promise<AlertFields> {
  const old = before ?? NEW;
  const insightId = body.insight ?? before?.insightId ?? 0;
  const query = await queryOf(deps, project, insightId);
  const shape = shapeOf(query);
  if (shape === null) {
    throw validationError('invalid_input', 'Alerts are not supported for this insight.', 'insight');
  }
  const kept = before === null || body.insight !== undefined ? null : before.config;
  const { threshold } = body;
  const fields: AlertFields = {
    insightId,
    name: body.name === undefined ? old.name : body.name,
    enabled: body.enabled ?? old.enabled,
    subscribedUsers: body.subscribed_users ?? old.subscribedUsers,
    condition: valueOf(body.condition, old.condition, NEW.condition),
    threshold: threshold === undefined ? old.threshold : (threshold?.configuration ?? null),
    thresholdName: threshold?.name ?? old.thresholdName,
    config: body.config ?? (body.config === null ? null : kept) ?? defaultConfig(shape.config),
    calculationInterval: valueOf(body.calculation_interval, old.calculationInterval, 'daily'),
    snoozedUntil:
      body.snoozed_until === undefined ? old.snoozedUntil : snoozeEnd(deps, project, body),
    skipWeekend: valueOf(body.skip_weekend, old.skipWeekend, false),
    scheduleRestriction: valueOf(body.schedule_restriction, old.scheduleRestriction, null),
    hysteresis: valueOf(body.hysteresis, old.hysteresis, NEW.hysteresis),
  };
  const problem = problemOfAlert({ query, ...fields });
  if (problem !== null) throw validationError('invalid_input', problem.detail, problem.attr);
  if (body.subscribed_users !== undefined) await checkUsers(deps, project, fields.subscribedUsers);
  return fields;
}

/** The value of a field after a request: an absent one stays, null is the default. */
function valueOf<T, D>(sent: T | null | undefined, before: T, byDefault: D): T | D {
  return sent === undefined ? before : (sent ?? byDefault);
}

async function queryOf(
  { insights }: AlertFieldDeps,
  project: Project,
  id: number,
): Promise<KindedQuery> {
  const insight = await insights.find(project.id, { id });
  if (insight === null || insight.deleted) {
    const detail = `Invalid pk "${id}" - object does not exist.`;
    throw validationError('does_not_exist', detail, 'insight');
  }
  if (insight.query === null) {
    throw validationError('invalid_input', 'The insight has no query.', 'insight');
  }
  return readStoredQuery(insight.query, {});
}

function snoozeEnd(
  { now }: AlertFieldDeps,
  { timezone }: Project,
  { snoozed_until: text }: AlertUpdate,
): Date | null {
  if (text === null || text === undefined) return null;
  const at = now();
  const read = readDate(text, { now: at, timezone });
  // In queries a relative date lies in the past, here it lies in the future.
  const end = read?.relative ? new Date(2 * at.getTime() - read.at.getTime()) : read?.at;
  if (end !== undefined && end > at) return end;
  const detail = 'Use a date that lies ahead, or how long from now on, such as 2h or 1d.';
  throw validationError('invalid_input', detail, 'snoozed_until');
}

async function checkUsers(
  { users }: AlertFieldDeps,
  project: Project,
  ids: readonly number[],
): Promise<void> {
  if ((await foreignUser(users, project, ids)) === undefined) return;
  const detail = "User does not belong to the same organization as the alert's team.";
  throw validationError('invalid_input', detail, 'subscribed_users');
}

/** The effect of a change on the checks: another number or another schedule is checked at once. */
export function effectsOf(
  before: Alert,
  after: AlertFields,
  project: Project,
  now: Date,
): AlertEffects {
  const watches = (alert: AlertFields): string =>
    JSON.stringify([alert.insightId, alert.condition, alert.threshold, alert.config]);
  const isOther = watches(before) !== watches(after);
  const isDisabled = before.enabled && !after.enabled;
  const isWoken = before.snoozedUntil !== null && after.snoozedUntil === null;
  const isEnabled = !before.enabled && after.enabled;
  const isFaster = before.calculationInterval !== after.calculationInterval;
  return {
    now,
    ...(isDisabled ? { ends: 'disabled' } : isOther ? { ends: 'changed' } : {}),
    ...(isOther || isWoken || isEnabled || isFaster
      ? { nextCheckAt: now }
      : quietHoursDiffer(before, after)
        ? { nextCheckAt: regularCheck(before, after, project, now) }
        : {}),
  };
}

function quietHoursDiffer(before: AlertFields, after: AlertFields): boolean {
  const of = (alert: AlertFields): string =>
    JSON.stringify([alert.skipWeekend, alert.scheduleRestriction]);
  return of(before) !== of(after);
}

/** The next check by the schedule. @param after the alert with its changes */
export function regularCheck(
  before: Alert,
  after: AlertFields,
  { timezone }: Pick<Project, 'timezone'>,
  now: Date,
): Date {
  return nextCheckAt(after.calculationInterval, now, {
    timezone,
    skipWeekend: after.skipWeekend,
    restriction: after.scheduleRestriction,
    minute: before.createdAt.getUTCMinutes(),
  });
}
