import { call, column, text } from '../clickhouse-sql/build';
import { path } from './definitions/fields';
import {
  floatOrNull,
  integerOrNull,
  isField,
  textField,
  textOrNull,
} from './definitions/property-fields';
import type { FieldDefinition, Fields, TableDefinition } from './definitions/table-definition';

/** The prefix of the names of AI events and of their properties. */
const PREFIX = '$ai_';

/** Fields of events that `ai_events` has as well. The person is found by `pdi` and `override`. */
const OF_EVENTS = [
  ...(['uuid', 'event', 'timestamp', 'team_id', 'distinct_id', 'person_id', 'properties'] as const),
  ...(['person', 'poe', 'pdi', 'override', 'event_person_id'] as const),
];

const TEXTS = [
  ...(['session_id', 'parent_id', 'span_id', 'span_type', 'generation_id'] as const),
  ...(['experiment_id', 'span_name', 'trace_name', 'prompt_name'] as const),
  ...(['model', 'provider', 'framework'] as const),
];
const INTEGERS = [
  ...(['total_tokens', 'input_tokens', 'output_tokens'] as const),
  ...['text', 'image', 'audio', 'video'].flatMap((kind) => [
    `${kind}_input_tokens`,
    `${kind}_output_tokens`,
  ]),
  ...(['reasoning_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'] as const),
  'web_search_count',
];
const FLOATS = [
  ...(['input_cost_usd', 'output_cost_usd', 'total_cost_usd', 'request_cost_usd'] as const),
  ...(['web_search_cost_usd', 'audio_cost_usd', 'image_cost_usd', 'video_cost_usd'] as const),
  ...(['latency', 'time_to_first_token'] as const),
];
const ERRORS = ['error', 'error_type', 'error_normalized'];
/** Columns that keep their JSON value, so that queries can read paths in them. */
const JSON_VALUES = [
  ...(['input', 'output', 'output_choices', 'input_state', 'output_state', 'tools'] as const),
];

const each = (names: readonly string[], build: (property: string) => FieldDefinition): Fields =>
  Object.fromEntries(names.map((name) => [name, build(PREFIX + name)]));

/**
 * The table `ai_events`: events of AI observability, whose properties are columns (`docs/wire/hogql-tables.md#ai-events`).
 *
 * @param events the table of all events
 */
export function aiEventsTable(events: TableDefinition): TableDefinition {
  const named = call('startsWith', column('t', 'event'), text(PREFIX));
  const kept = OF_EVENTS.flatMap((name) => {
    const known = events.fields[name];
    return known === undefined ? [] : [[name, known] as const];
  });
  return {
    ...events,
    name: 'ai_events',
    fields: {
      ...Object.fromEntries(kept),
      trace_id: textField(`${PREFIX}trace_id`),
      ...each(TEXTS, textOrNull),
      ...each(INTEGERS, integerOrNull),
      ...each(FLOATS, floatOrNull),
      is_error: isField(`${PREFIX}is_error`, 'true'),
      ...each(ERRORS, textOrNull),
      ...each(JSON_VALUES, (name) => path(['properties', name])),
    },
    only: events.only === undefined ? named : call('and', named, events.only),
  };
}
