import { randomBytes } from 'node:crypto';
import type { ProjectAuthor } from '../activity-log/history';
import type { Recorded, Writer } from '../activity-log/unit-of-work';
import type { FeatureFlagFields } from '../feature-flags/feature-flag';
import { insertApprovedFlag } from '../feature-flags/write-flags';
import type { Survey } from './survey';
import { isRunning } from './survey';

/** The prefix of keys of survey flags, by which SDKs and quotas recognise them. */
const KEY_PREFIX = 'survey-targeting-';

type Filters = FeatureFlagFields['filters'];

/** Whether the flag was created for a survey, not by a user who chose a similar key. */
export function isOwnFlag({ key }: { readonly key: string }): boolean {
  return /^survey-targeting-[0-9a-f]{10}$/.test(key);
}

/** Creates the internal flag of a survey, which is on while the survey is running. */
export async function insertSurveyFlag(
  tx: Writer,
  by: ProjectAuthor,
  survey: Survey,
  { name, filters }: { readonly name: string; readonly filters: Filters },
): Promise<Recorded<number>> {
  const { result, entries } = await insertApprovedFlag(tx, by, {
    key: KEY_PREFIX + randomBytes(5).toString('hex'),
    name: `${name} for survey ${survey.name}`,
    filters,
    active: isRunning(survey),
  });
  return { result: result.id, entries };
}

/**
 * The filters of the internal flag: SDKs set a property of the person when the person answers or dismisses the
 * survey, by iteration (`docs/wire/flags-management.md#survey-flags`), and one with the time when the person last saw
 * any survey.
 */
export function internalFilters(survey: Survey): Filters {
  const { id, conditions, iterationCount, currentIteration } = survey;
  const place = (iterationCount ?? 0) > 0 ? `${id}/${currentIteration ?? 1}` : id;
  const unset = (key: string) => ({
    key,
    type: 'person',
    operator: 'is_not_set',
    value: 'is_not_set',
  });
  const fresh = [unset(`$survey_dismissed/${place}`), unset(`$survey_responded/${place}`)];
  const group = (...more: readonly object[]) => ({
    variant: '',
    rollout_percentage: 100,
    properties: [...fresh, ...more],
  });
  const days = Number(conditions?.['seenSurveyWaitPeriodInDays'] ?? 0);
  if (!(days > 0)) return { groups: [group()] };
  const seen = { key: LAST_SEEN, type: 'person' };
  return {
    groups: [
      group(unset(LAST_SEEN)),
      group({ ...seen, operator: 'is_date_before', value: `${Math.trunc(days)}d` }),
    ],
  };
}

const LAST_SEEN = '$survey_last_seen_date';
