import { call, column, text } from '../clickhouse-sql/build';
import type { SqlExpr } from '../clickhouse-sql/nodes';
import type { CatalogueEntry } from './catalogue';
import { field, json, path } from './definitions/fields';
import {
  floatOrNull,
  integerField,
  isField,
  textField,
  timeField,
} from './definitions/property-fields';
import type { Fields, TableDefinition } from './definitions/table-definition';
import { storedWithin } from './events';
import type { EventsOptions } from './events';
import { metricSeriesTables } from './metric-series';

/*
 * Log records, spans and data points of metrics of OpenTelemetry (`docs/wire/hogql-tables.md#telemetry`): events of three names, read as the tables
 * that PostHog has for them.
 */

/** Fields that all of the tables have. */
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
  severity_number: integerField('severity_number'),
  level: path(['severity_text']),
  event_name: textField('event_name'),
  observed_timestamp: timeField('observed_timestamp'),
};

const spanFields: Fields = {
  parent_span_id: textField('parent_span_id'),
  is_root_span: isField('parent_span_id', ''),
  name: textField('name'),
  kind: integerField('kind'),
  trace_state: textField('trace_state'),
  end_time: timeField('end_time'),
  duration_nano: integerField('duration_nano'),
  status_code: integerField('status_code'),
  status_message: textField('status_message'),
  events: path(['properties', 'span_events']),
  links: path(['properties', 'links']),
};

const metricFields: Fields = {
  metric_name: textField('metric_name'),
  metric_type: textField('metric_type'),
  value: floatOrNull('value'),
  count: integerField('count'),
  histogram_bounds: path(['properties', 'histogram_bounds']),
  histogram_counts: path(['properties', 'histogram_counts']),
  unit: textField('unit'),
  aggregation_temporality: textField('aggregation_temporality'),
  is_monotonic: isField('is_monotonic', 'true'),
  series_fingerprint: integerField('series_fingerprint'),
  start_time: timeField('start_time'),
  observed_timestamp: timeField('observed_timestamp'),
};

/** The tables `logs`, `spans` and `metrics`, `metric_series` and `metric_names`. */
export function telemetryTables(options: EventsOptions): readonly CatalogueEntry[] {
  const table = (name: string, event: string, fields: Fields): CatalogueEntry => ({
    name,
    make: () => recordsOf(name, eventsNamed(event, options), fields),
  });
  return [
    table('logs', '$log', logFields),
    table('spans', '$span', spanFields),
    table('metrics', '$metric', metricFields),
    ...metricSeriesTables(eventsNamed('$metric', options)),
  ];
}

function eventsNamed(event: string, options: EventsOptions): SqlExpr {
  const { only } = storedWithin(options);
  const named = call('equals', column('t', 'event'), text(event));
  return only === undefined ? named : call('and', named, only);
}

function recordsOf(name: string, only: SqlExpr, fields: Fields): TableDefinition {
  return {
    name,
    physical: 'events',
    fields: { ...shared, ...fields },
    latest: null,
    time: { column: 'timestamp', fields: ['timestamp'], slackDays: 0 },
    only,
  };
}
