import type { SurveyWrite } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { FeatureFlag, Survey } from '@tidemark/postgres';
import { flagReferences } from '../feature-flags/flag-references';

type Document = Readonly<Record<string, unknown>>;

/** Conditions of a page; an external survey is not shown on pages. */
const PAGE_CONDITIONS = [
  'url',
  'urlMatchType',
  'selector',
  'seenSurveyWaitPeriodInDays',
  'linkedFlagVariant',
  'deviceTypes',
  'deviceTypesMatchType',
];

/**
 * Checks that the fields of a survey fit together.
 * @param current null for a new survey
 * @param flags live flags of the project, by id
 * @throws ApiError 400
 */
export function checkSurvey(
  body: SurveyWrite,
  current: Survey | null,
  flags: ReadonlyMap<number, FeatureFlag>,
): void {
  checkFlags(body, flags);
  checkVariant(body, flags);
  checkTargeting(body, flags);
  checkIterations(body, current);
  checkShuffling(body, current);
  if (body.type === 'external_survey') checkExternal(body);
}

function checkFlags(body: SurveyWrite, flags: ReadonlyMap<number, FeatureFlag>): void {
  for (const name of ['linked_flag_id', 'targeting_flag_id'] as const) {
    const id = body[name] ?? null;
    if (id === null || flags.has(id)) continue;
    throw rejected('Feature Flag with this ID does not exist', name);
  }
}

function checkVariant(body: SurveyWrite, flags: ReadonlyMap<number, FeatureFlag>): void {
  const variant = body.conditions?.['linkedFlagVariant'];
  if (typeof variant !== 'string' || variant === '') return;
  const flag = flags.get(body.linked_flag_id ?? 0);
  if (flag === undefined) {
    throw rejected('linkedFlagVariant can only be used when a linked_flag_id is specified');
  }
  const variants = variantKeys(flag);
  if (variant === 'any' || variants.includes(variant)) return;
  throw rejected(
    variants.length > 0
      ? `Feature flag variant '${variant}' does not exist. Available variants: ${variants.join(', ')}`
      : `Feature flag variant '${variant}' specified but the linked feature flag has no variants`,
  );
}

function variantKeys({ filters }: FeatureFlag): readonly string[] {
  const multivariate = filters['multivariate'] as
    { readonly variants?: readonly { readonly key: string }[] } | null | undefined;
  return (multivariate?.variants ?? []).map(({ key }) => key);
}

function checkTargeting(body: SurveyWrite, flags: ReadonlyMap<number, FeatureFlag>): void {
  const filters = body.targeting_flag_filters ?? null;
  if (filters === null) return;
  const isForAll = (filters.groups ?? []).some(
    ({ properties, rollout_percentage: rollout }) =>
      properties.length === 0 && (rollout ?? 100) === 100,
  );
  if (isForAll) {
    throw rejected(
      'Invalid operation: User targeting rolls out to everyone. If you want to roll out to everyone, delete this targeting',
    );
  }
  const unknown = [...flagReferences(filters)].find((id) => !flags.has(Number(id)));
  if (unknown === undefined) return;
  throw rejected(`Flag dependency references non-existent flag with ID ${unknown}`, 'filters');
}

function checkIterations(body: SurveyWrite, current: Survey | null): void {
  const [count, reached] = [body.iteration_count ?? 0, current?.currentIteration ?? 0];
  if (count === 0 || reached <= count) return;
  throw rejected(`Cannot change survey recurrence to ${count}, should be at least ${reached}`);
}

function checkShuffling(body: SurveyWrite, current: Survey | null): void {
  const appearance: Document = { ...current?.appearance, ...body.appearance };
  const questions: readonly Document[] = body.questions ?? current?.questions ?? [];
  const branches = questions.some(({ branching }) => (branching ?? null) !== null);
  if (!branches || !appearance['shuffleQuestions']) return;
  throw rejected(
    'Question shuffling and question branching cannot be used together. Please disable one of these features.',
  );
}

function checkExternal(body: SurveyWrite): void {
  for (const name of ['linked_flag_id', 'targeting_flag_filters'] as const) {
    if ((body[name] ?? null) !== null) {
      throw rejected(`${name} is not allowed for external surveys`, name);
    }
  }
  const conditions: Document = body.conditions ?? {};
  const hasValues = (name: string): boolean => {
    const values = (conditions[name] as Document | null | undefined)?.['values'];
    return Array.isArray(values) && values.length > 0;
  };
  const wrong = [
    ...PAGE_CONDITIONS.filter((name) => (conditions[name] ?? null) !== null),
    ...['actions', 'events'].filter(hasValues),
  ];
  if (wrong.length > 0) {
    throw rejected(
      `The following condition fields are not allowed for external surveys: ${wrong.join(', ')}`,
      'conditions',
    );
  }
  if ((body.appearance?.['surveyPopupDelaySeconds'] ?? null) !== null) {
    throw rejected('surveyPopupDelaySeconds is not allowed for external surveys', 'appearance');
  }
}

function rejected(detail: string, attr: string | null = null) {
  return validationError('invalid_input', detail, attr);
}
