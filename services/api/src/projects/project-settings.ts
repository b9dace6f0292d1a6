import { sdkSettingsSchema } from '@tidemark/contracts';
import type { projectUpdateSchema, SdkSettings } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { ProjectSettings } from '@tidemark/postgres';
import type { z } from 'zod';
import { problemOfRegex } from '../regex-problem';
import { PROJECT_FIELDS } from '@tidemark/postgres';

type ProjectBody = z.output<typeof projectUpdateSchema>;

/**
 * The settings that a body contains; omitted settings are omitted here too. @throws ApiError 400 for a rule that is
 * not a valid expression
 */
export function toProjectSettings(body: ProjectBody): Partial<ProjectSettings> {
  const { path_cleaning_filters: rules, ...fields } = body;
  return {
    ...PROJECT_FIELDS.fromWire(fields),
    ...(rules !== undefined && { pathCleaning: cleaningRules(rules ?? []) }),
    ...sdkSettings(body),
  };
}

function sdkSettings(body: ProjectBody): { readonly sdk?: Partial<SdkSettings> } {
  const given = Object.keys(sdkSettingsSchema.shape).flatMap((name) => {
    const value = body[name as keyof SdkSettings];
    return value === undefined ? [] : [[name, value] as const];
  });
  return given.length === 0 ? {} : { sdk: Object.fromEntries(given) };
}

/** Sorts the rules by their own order numbers, if they have any. */
function cleaningRules(
  given: NonNullable<ProjectBody['path_cleaning_filters']>,
): ProjectSettings['pathCleaning'] {
  for (const [at, { regex }] of given.entries()) {
    const problem = problemOfRegex(regex);
    if (problem !== null) {
      throw validationError('invalid_input', problem, `path_cleaning_filters__${at}__regex`);
    }
  }
  const placed = given.map((rule, at) => ({ rule, place: rule.order ?? at }));
  return placed
    .sort((one, other) => one.place - other.place)
    .map(({ rule: { alias, regex } }) => ({ alias, regex }));
}
