import type { QueryModifiers } from '@tidemark/hogql';
import { QueryError } from '../query-error';

const PERSON_MODES = [
  'disabled',
  'person_id_no_override_properties_on_events',
  'person_id_override_properties_on_events',
  'person_id_override_properties_joined',
] as const;

/**
 * The modifiers that change an answer (`wire/hogql.md` §7.4–7.5). The original's others tune its own
 * storage and are accepted without effect.
 *
 * @throws QueryError 400 for a value that is none of the wire's.
 */
export function readModifiers(modifiers: Readonly<Record<string, unknown>>): QueryModifiers {
  const {
    personsOnEventsMode: mode,
    convertToProjectTimezone: convert,
    bounceRateDurationSeconds: bounce,
  } = modifiers;
  const personsOnEventsMode = PERSON_MODES.find((known) => known === mode);
  if (mode !== undefined && mode !== null && personsOnEventsMode === undefined) {
    throw invalid(`personsOnEventsMode must be one of ${PERSON_MODES.join(', ')}.`);
  }
  if (convert !== undefined && convert !== null && typeof convert !== 'boolean') {
    throw invalid('convertToProjectTimezone must be true or false.');
  }
  if (bounce !== undefined && bounce !== null && !isSeconds(bounce)) {
    throw invalid('bounceRateDurationSeconds must be a number from 0 to 86400.');
  }
  return {
    personsOnEventsMode,
    convertToProjectTimezone: convert ?? undefined,
    bounceRateDurationSeconds: bounce ?? undefined,
  };
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 86_400;
}

function invalid(detail: string): QueryError {
  return new QueryError(400, 'validation_error', 'invalid_input', detail, true);
}
