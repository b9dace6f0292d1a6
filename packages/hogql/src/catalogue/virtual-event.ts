import { call, text } from '../clickhouse-sql/build';
import type { SqlExpr } from '../clickhouse-sql/nodes';
import type { OfUserAgent } from './traffic/traffic';
import { botName, botOperator, isLikelyBot, trafficCategory, trafficType } from './traffic/traffic';
import type { ValueType } from '../types/value-type';
import { typeOf } from '../types/value-type';
import type { FieldDefinition, Fields } from './definitions/table-definition';

const TEXT = typeOf('String');
const TRUE: SqlExpr = { kind: 'boolean', value: true };
const FALSE: SqlExpr = { kind: 'boolean', value: false };

function ofProperty(
  key: string,
  type: ValueType,
  build: (value: SqlExpr) => SqlExpr,
): FieldDefinition {
  return {
    kind: 'computed',
    reads: [['properties', key]],
    type,
    build: ([value]) => {
      if (!value) throw new Error(`${key} needs a column`);
      return build(value);
    },
    hidden: true,
  };
}

const ofVisitor = (build: OfUserAgent, type = TEXT): FieldDefinition =>
  ofProperty('$raw_user_agent', type, build);

/**
 * Fields on the type of visitor that sent an event, by the user agent alone
 * (`docs/wire/hogql.md#virtual-properties`).
 */
const visitor: Fields = {
  $virt_is_bot: ofVisitor(
    (agent) => call('multiIf', isLikelyBot(agent), TRUE, FALSE),
    typeOf('Boolean'),
  ),
  $virt_traffic_type: ofVisitor(trafficType),
  $virt_traffic_category: ofVisitor(trafficCategory),
  $virt_bot_name: ofVisitor(botName),
  $virt_bot_operator: ofVisitor(botOperator),
};

/** Event properties that are computed from stored ones. */
export const VIRTUAL_EVENT_PROPERTIES: ReadonlySet<string> = new Set(Object.keys(visitor));

const issue: FieldDefinition = {
  ...ofProperty('$exception_issue_id', typeOf('UUID', true), (id) =>
    call('accurateCastOrNull', id, text('UUID')),
  ),
  unlikely: true,
};

/** Computed columns of events. Issues are never merged here, so the issue that an event names is its issue. */
export const virtualEventFields: Fields = { ...visitor, event_issue_id: issue, issue_id: issue };
