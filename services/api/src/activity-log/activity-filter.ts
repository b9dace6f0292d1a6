import type {
  ActivityScope,
  activityLogQuerySchema,
  advancedActivityQuerySchema,
} from '@tidemark/contracts';
import { isOrganizationScope } from '@tidemark/contracts';
import { DATE_FORMS, resolveTimestamp } from '@tidemark/hogql';
import { validationError } from '@tidemark/platform';
import type { ActivityFilter } from '@tidemark/postgres';
import type { z } from 'zod';

/** The current time and the project's time zone, by which dates are resolved. */
interface Clock {
  readonly now: Date;
  readonly timezone: string;
}

type AskedActivity = Pick<
  z.output<typeof activityLogQuerySchema>,
  'scope' | 'scopes' | 'item_id' | 'short_id' | 'user' | 'start_date' | 'end_date'
>;

const CIVIL_DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Converts the parameters of a request into a filter. @throws ApiError 400 for an invalid date, or for both `scope` and
 * `scopes`
 */
export function activityFilter(asked: AskedActivity, clock: Clock): ActivityFilter {
  const { item_id: itemId, short_id: shortId, user } = asked;
  const scopes = scopesOf(asked);
  return {
    ...(scopes !== undefined && { scopes }),
    ...(itemId !== undefined && { itemIds: [itemId] }),
    ...(shortId !== undefined && { shortId }),
    ...(user !== undefined && { userUuids: [user] }),
    ...rangeOf(asked, clock),
  };
}

/** The same for the filters of `advanced_activity_logs/`. An empty list is no filter. @throws ApiError 400 */
export function advancedActivityFilter(
  asked: z.output<typeof advancedActivityQuerySchema>,
  clock: Clock,
): ActivityFilter {
  const { users, activities, item_ids: itemIds, search_text: text, is_system: isSystem } = asked;
  const scopes = asked.scopes as readonly ActivityScope[] | undefined;
  return {
    ...(isGiven(users) && { userUuids: users }),
    ...(isGiven(scopes) && { scopes }),
    ...(isGiven(activities) && { activities }),
    ...(isGiven(itemIds) && { itemIds }),
    ...(text !== undefined && text !== '' && { text: text.replaceAll('\0', '') }),
    ...(isSystem !== undefined && { isSystem }),
    ...rangeOf(asked, clock),
  };
}

function isGiven<Item>(items: readonly Item[] | undefined): items is readonly Item[] {
  return items !== undefined && items.length > 0;
}

function rangeOf(
  { start_date: start, end_date: end }: Pick<AskedActivity, 'start_date' | 'end_date'>,
  clock: Clock,
): Pick<ActivityFilter, 'from' | 'until'> {
  return {
    ...(start !== undefined && { from: timestampOf(start, 'start_date', clock) }),
    ...(end !== undefined && { until: endOf(end, clock) }),
  };
}

/** Whether the requested changes belong to the organization. */
export function asksForOrganization({ scopes }: ActivityFilter): boolean {
  return scopes?.some(isOrganizationScope) ?? false;
}

function scopesOf({ scope, scopes }: AskedActivity): ActivityFilter['scopes'] {
  if (scope === undefined) return scopes;
  if (scopes === undefined) return [scope];
  throw validationError('invalid_input', 'Use either scope or scopes.', 'scopes');
}

/** The end of the range is excluded. A date without a time includes the whole day. */
function endOf(text: string, clock: Clock): Date {
  if (!CIVIL_DATE.test(text)) return timestampOf(text, 'end_date', clock);
  const last = timestampOf(`${text}T23:59:59.999`, 'end_date', clock);
  return new Date(last.getTime() + 1);
}

function timestampOf(text: string, attr: string, clock: Clock): Date {
  const timestamp = resolveTimestamp(text, clock);
  if (timestamp !== null) return timestamp;
  throw validationError(
    'invalid_input',
    `"${text.slice(0, 50)}" is not a date: ${DATE_FORMS}.`,
    attr,
  );
}
