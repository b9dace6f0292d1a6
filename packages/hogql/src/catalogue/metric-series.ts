import { call, column, number, text } from '../clickhouse-sql/build';
import type { SqlExpr } from '../clickhouse-sql/nodes';
import { typeOf } from '../types/value-type';
import type { TypeKind } from '../types/value-type';
import type { FieldDefinition, Fields, TableDefinition } from './definitions/table-definition';

/*
 * The series and the names of the metrics of OpenTelemetry, computed from the events of their data points
 * (`docs/wire/hogql-tables.md#telemetry`).
 */

const property = (name: string): SqlExpr => ({
  kind: 'json',
  table: 't',
  column: 'properties',
  path: [name],
  read: 'any',
});
const textOf = (name: string): SqlExpr =>
  call('ifNull', call('dynamicElement', property(name), text('String')), text(''));
/** An object as it was sent: keys may contain dots, which are paths in the JSON column. */
const objectOf = (name: string): SqlExpr =>
  call('JSONExtractRaw', column('t', 'properties_text'), text(name));

const FINGERPRINT = call(
  'ifNull',
  call('accurateCastOrNull', call('toJSONString', property('series_fingerprint')), text('Int64')),
  number(0),
);
const NAME = textOf('metric_name');
const TRUE: SqlExpr = { kind: 'boolean', value: true };
const FALSE: SqlExpr = { kind: 'boolean', value: false };
const TIME = column('t', 'timestamp');

const aggregate = (expr: SqlExpr, kind: TypeKind): FieldDefinition => ({
  kind: 'aggregate',
  expr,
  type: typeOf(kind),
});
const newest = (expr: SqlExpr, kind: TypeKind = 'String'): FieldDefinition =>
  aggregate(call('argMax', expr, TIME), kind);

const described: Fields = {
  metric_type: newest(textOf('metric_type')),
  unit: newest(textOf('unit')),
};
const counted: Fields = {
  points: aggregate(call('count'), 'Integer'),
  first_seen: aggregate(call('min', TIME), 'DateTime'),
  last_seen: aggregate(call('max', TIME), 'DateTime'),
};

const seriesFields: Fields = {
  series_fingerprint: aggregate(FINGERPRINT, 'Integer'),
  metric_name: newest(NAME),
  ...described,
  aggregation_temporality: newest(textOf('aggregation_temporality')),
  is_monotonic: newest(
    call(
      'multiIf',
      call('equals', call('toJSONString', property('is_monotonic')), text('true')),
      TRUE,
      FALSE,
    ),
    'Boolean',
  ),
  service_name: newest(textOf('service_name')),
  instrumentation_scope: newest(textOf('instrumentation_scope')),
  attributes: newest(objectOf('attributes'), 'JSON'),
  resource_attributes: newest(objectOf('resource_attributes'), 'JSON'),
  ...counted,
};

const nameFields: Fields = {
  metric_name: aggregate(NAME, 'String'),
  ...described,
  series: aggregate(call('uniqExact', FINGERPRINT), 'Integer'),
  ...counted,
};

/**
 * The tables `metric_series`, one row for each series, and `metric_names`, one row for each metric.
 *
 * @param only a condition that every data point fulfils (alias `t`)
 */
export function metricSeriesTables(only: SqlExpr): readonly TableDefinition[] {
  const table = { physical: 'events', latest: null, only };
  return [
    { ...table, name: 'metric_series', fields: seriesFields, groupBy: [FINGERPRINT] },
    { ...table, name: 'metric_names', fields: nameFields, groupBy: [NAME] },
  ];
}
