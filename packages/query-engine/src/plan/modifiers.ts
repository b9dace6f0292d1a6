import type { QueryModifiers } from '@tidemark/hogql';
import { QueryError } from '../query-error';
import { readChannelRules } from './channel-rules';

const PERSON_MODES = [
  'disabled',
  'person_id_no_override_properties_on_events',
  'person_id_override_properties_on_events',
  'person_id_override_properties_joined',
] as const;

/** PostHog's settings for its own storage (`docs/wire/hogql.md#storage-modifiers`): validated, without effect here. */
const WITHOUT_EFFECT: Readonly<Record<string, readonly unknown[]>> = {
  personsArgMaxVersion: ['auto', 'v1', 'v2'],
  inCohortVia: ['auto', 'subquery', 'leftjoin', 'leftjoin_conjoined'],
  materializationMode: ['auto', 'legacy_null_as_string', 'legacy_null_as_null', 'disabled'],
  sessionTableVersion: ['auto', 'v1', 'v2', 'v3'],
  sessionsV2JoinMode: ['string', 'uuid'],
  propertyGroupsMode: ['enabled', 'disabled', 'optimized'],
  useMaterializedViews: [true, false],
  optimizeJoinedFilters: [true, false],
  formatCsvAllowDoubleQuotes: [true, false],
};

/**
 * The modifiers that change a response (`docs/wire/hogql.md#modifiers`). PostHog's others tune its own storage and
 * are accepted without effect: all reads here work the same way and give the same rows.
 *
 * @throws QueryError 400 for a value that the wire format does not have.
 */
export function readModifiers(modifiers: Readonly<Record<string, unknown>>): QueryModifiers {
  const { convertToProjectTimezone: convert, bounceRateDurationSeconds: bounce } = modifiers;
  if (!isMissing(convert) && typeof convert !== 'boolean') {
    throw invalid('convertToProjectTimezone must be true or false.');
  }
  if (!isMissing(bounce) && !isSeconds(bounce)) {
    throw invalid('bounceRateDurationSeconds must be a number from 0 to 86400.');
  }
  const rules = modifiers['customChannelTypeRules'];
  const asEvents = modifiers['dataWarehouseEventsModifiers'];
  if (!isMissing(asEvents) && (!Array.isArray(asEvents) || asEvents.length > 0)) {
    // They would change the rows of `events`, so they must not be ignored silently.
    throw invalid(
      'dataWarehouseEventsModifiers is not supported: query the warehouse table by its name.',
    );
  }
  for (const [name, allowed] of Object.entries(WITHOUT_EFFECT)) oneOf(modifiers, name, allowed);
  return {
    personsOnEventsMode: oneOf(modifiers, 'personsOnEventsMode', PERSON_MODES),
    personsJoinMode: oneOf(modifiers, 'personsJoinMode', ['inner', 'left'] as const),
    convertToProjectTimezone: convert ?? undefined,
    bounceRateDurationSeconds: bounce ?? undefined,
    customChannelTypeRules: isMissing(rules) ? undefined : readChannelRules(rules),
  };
}

function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** The value of a modifier, undefined when it is missing or null. */
function oneOf<T>(
  modifiers: Readonly<Record<string, unknown>>,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const given = modifiers[name];
  if (isMissing(given)) return undefined;
  const known = allowed.find((value) => value === given);
  if (known === undefined) throw invalid(`${name} must be one of ${allowed.join(', ')}.`);
  return known;
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 86_400;
}

function invalid(detail: string): QueryError {
  return new QueryError(400, 'validation_error', 'invalid_input', detail, true);
}
