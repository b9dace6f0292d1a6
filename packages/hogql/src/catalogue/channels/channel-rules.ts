import { call, NULL, number, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';

/** The fields that conditions of a rule may use. */
export const CHANNEL_RULE_KEYS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'referring_domain',
  'url',
  'pathname',
  'hostname',
] as const;

export const CHANNEL_RULE_OPERATORS = [
  'exact',
  'is_not',
  'is_set',
  'is_not_set',
  'icontains',
  'not_icontains',
  'regex',
  'not_regex',
] as const;

type Key = (typeof CHANNEL_RULE_KEYS)[number];
type Operator = (typeof CHANNEL_RULE_OPERATORS)[number];

/** A channel of the project's own: `modifiers.customChannelTypeRules`. */
export interface ChannelRule {
  readonly channelType: string;
  readonly combiner: 'AND' | 'OR';
  /** Empty if the rule always applies. */
  readonly items: readonly {
    readonly key: Key;
    readonly op: Operator;
    /** A condition without values is ignored, unless its operator takes none. */
    readonly values: readonly string[];
  }[];
}

/** The values that rules compare, unchanged: rules are case-sensitive. */
export type ChannelRuleInputs = Readonly<Record<Key, SqlExpr>>;

/** The value may be NULL, which equals, contains and matches nothing. */
const TESTS: Readonly<Record<Operator, (value: SqlExpr, wanted: string) => SqlExpr>> = {
  exact: (value, wanted) => orElse(call('equals', value, text(wanted)), 0),
  is_not: (value, wanted) => orElse(call('notEquals', value, text(wanted)), 1),
  is_set: (value) => call('isNotNull', value),
  is_not_set: (value) => call('isNull', value),
  icontains: (value, wanted) => orElse(call('ilike', value, text(`%${wanted}%`)), 0),
  not_icontains: (value, wanted) => orElse(call('notILike', value, text(`%${wanted}%`)), 1),
  regex: (value, wanted) => orElse(call('match', value, text(wanted)), 0),
  not_regex: (value, wanted) => orElse(call('not', call('match', value, text(wanted))), 1),
};

/**
 * The channel of the first rule that holds, else `otherwise`. If a condition has several values, one must match,
 * whatever the operator, as in PostHog.
 */
export function customChannel(
  rules: readonly ChannelRule[],
  inputs: ChannelRuleInputs,
  otherwise: SqlExpr,
): SqlExpr {
  const branches = rules.flatMap((rule) => [ruleTest(rule, inputs), text(rule.channelType)]);
  if (branches.length === 0) return otherwise;
  return call('coalesce', call('multiIf', ...branches, NULL), otherwise);
}

function ruleTest({ combiner, items }: ChannelRule, inputs: ChannelRuleInputs): SqlExpr {
  const tests = items.flatMap(({ key, op, values }) => {
    const found = values.map((wanted) => TESTS[op](inputs[key], wanted));
    return found.length === 0 ? [] : [combined('or', found)];
  });
  if (tests.length === 0) return number(1);
  return combined(combiner === 'AND' ? 'and' : 'or', tests);
}

function combined(name: 'and' | 'or', [first, ...others]: readonly SqlExpr[]): SqlExpr {
  if (first === undefined) throw new RangeError('Nothing to combine');
  return others.length === 0 ? first : call(name, first, ...others);
}

function orElse(test: SqlExpr, value: 0 | 1): SqlExpr {
  return call('ifNull', test, number(value));
}
