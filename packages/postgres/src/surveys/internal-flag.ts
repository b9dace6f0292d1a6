import { randomBytes } from 'node:crypto';
import type { ProjectAuthor } from '../activity-log/history';
import type { Recorded, Writer } from '../activity-log/unit-of-work';
import type { FeatureFlagFields } from '../feature-flags/feature-flag';
import { insertApprovedFlag } from '../feature-flags/write-flags';
import type { Survey } from './survey';
import { isRunning } from './survey';

/** SDKs and quotas know flags of surveys by it. */
const KEY_PREFIX = 'survey-targeting-';

type Filters = FeatureFlagFields['filters'];

/** Was the flag made for a survey, and not by a person who then named it? */
export function isOwnFlag({ key }: { readonly key: string }): boolean {
  return /^survey-targeting-[0-9a-f]{10}$/.test(key);
}

/** A flag of a survey's own, on while the survey runs. */
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
 * For whom a survey may be shown: SDKs note an answer or a dismissal, by iteration, as a property of the
 * person (`docs/wire/flags-management.md#survey-flags`), and when the person has last seen any survey.
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
