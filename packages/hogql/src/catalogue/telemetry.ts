import { call, column, number, text } from '../clickhouse-sql/build';
import type { SqlExpr } from '../clickhouse-sql/nodes';
import { typeOf } from '../types/value-type';
import type { TypeKind } from '../types/value-type';
import type { FieldDefinition, Fields, TableDefinition } from './definitions/table-definition';
import { field, json, path } from './definitions/fields';
import { storedWithin } from './events';
import type { EventsOptions } from './events';

/*
 * Log records and spans of OpenTelemetry (`docs/wire/hogql-tables.md#telemetry`): events of two names, read as the tables
 * that PostHog has for them.
 */

/** A property of the event as a field of the table; empty when the event has no such property. */
function property(
  name: string,
  kind: TypeKind,
  build: (value: SqlExpr) => SqlExpr,
  nullable = false,
): FieldDefinition {
  return {
    kind: 'computed',
    reads: [['properties', name]],
    type: typeOf(kind, nullable),
    build: ([value]) => {
      if (!value) throw new Error(`${name} needs a column`);
      return build(value);
    },
  };
}

const TRUE: SqlExpr = { kind: 'boolean', value: true };
const FALSE: SqlExpr = { kind: 'boolean', value: false };

const asText = (value: SqlExpr): SqlExpr => call('ifNull', call('toString', value), text(''));
const asNumber = (value: SqlExpr): SqlExpr =>
  call('ifNull', call('accurateCastOrNull', value, text('Int64')), number(0));
const asTime = (value: SqlExpr): SqlExpr =>
  call('parseDateTime64BestEffortOrNull', call('toString', value), number(6), text('UTC'));

const textField = (name: string): FieldDefinition => property(name, 'String', asText);
const numberField = (name: string): FieldDefinition => property(name, 'Integer', asNumber);
const timeField = (name: string): FieldDefinition => property(name, 'DateTime', asTime, true);

/** Fields that both tables have. */
const shared: Fields = {
  uuid: field('uuid', 'UUID'),
  team_id: field('team_id', 'Integer', true),
  timestamp: field('timestamp', 'DateTime'),
  distinct_id: field('distinct_id', 'String'),
  trace_id: textField('trace_id'),
  span_id: textField('span_id'),
  service_name: textField('service_name'),
  instrumentation_scope: textField('instrumentation_scope'),
  attributes: path(['properties', 'attributes']),
  resource_attributes: path(['properties', 'resource_attributes']),
  properties: { ...json('properties', 'properties_text', null), hidden: true },
};

const logFields: Fields = {
  body: textField('body'),
  severity_text: textField('severity_text'),
  severity_number: numberField('severity_number'),
  level: path(['severity_text']),
  event_name: textField('event_name'),
  observed_timestamp: timeField('observed_timestamp'),
};

const spanFields: Fields = {
  parent_span_id: textField('parent_span_id'),
  is_root_span: property('parent_span_id', 'Boolean', (value) =>
    call('multiIf', call('equals', asText(value), text('')), TRUE, FALSE),
  ),
  name: textField('name'),
  kind: numberField('kind'),
  trace_state: textField('trace_state'),
  end_time: timeField('end_time'),
  duration_nano: numberField('duration_nano'),
  status_code: numberField('status_code'),
  status_message: textField('status_message'),
  events: path(['properties', 'span_events']),
  links: path(['properties', 'links']),
};

/** The tables `logs` and `spans`. */
export function telemetryTables(options: EventsOptions): readonly TableDefinition[] {
  const { only } = storedWithin(options);
  const table = (name: string, event: string, fields: Fields): TableDefinition => {
    const named = call('equals', column('t', 'event'), text(event));
    return {
      name,
      physical: 'events',
      fields: { ...shared, ...fields },
      latest: null,
      time: { column: 'timestamp', fields: ['timestamp'], slackDays: 0 },
      only: only === undefined ? named : call('and', named, only),
    };
  };
  return [table('logs', '$log', logFields), table('spans', '$span', spanFields)];
}
