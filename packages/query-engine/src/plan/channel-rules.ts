import type { ChannelRule } from '@tidemark/hogql';
import { CHANNEL_RULE_KEYS, CHANNEL_RULE_OPERATORS } from '@tidemark/hogql';
import { QueryError } from '../query-error';

/** More rules make the statement too large. */
const MAX_RULES = 100;
const MAX_TESTS = 1_000;

type Item = ChannelRule['items'][number];

/**
 * `modifiers.customChannelTypeRules`: a list of `{channel_type, combiner: AND | OR, items: [{key, op, value}]}`; only
 * PostHog's editor uses the ids.
 *
 * @throws QueryError 400 for any other shape.
 */
export function readChannelRules(given: unknown): readonly ChannelRule[] {
  if (!Array.isArray(given) || given.length > MAX_RULES) {
    throw invalid(`is a list of at most ${MAX_RULES} rules`);
  }
  const rules = given.map(readRule);
  const tests = rules.flatMap(({ items }) => items.flatMap(({ values }) => values));
  if (tests.length > MAX_TESTS) throw invalid(`has at most ${MAX_TESTS} values`);
  return rules;
}

function readRule(given: unknown): ChannelRule {
  const { channel_type: channelType, combiner, items } = objectOf(given);
  if (typeof channelType !== 'string' || channelType === '') {
    throw invalid('needs a channel_type in each rule');
  }
  if (combiner !== 'AND' && combiner !== 'OR') throw invalid('takes the combiners AND and OR');
  if (!Array.isArray(items)) throw invalid('needs a list of items in each rule');
  return { channelType, combiner, items: items.map(readItem) };
}

function readItem(given: unknown): Item {
  const { key, op, value = null } = objectOf(given);
  const known = CHANNEL_RULE_KEYS.find((name) => name === key);
  if (known === undefined) throw invalid(`takes the keys ${CHANNEL_RULE_KEYS.join(', ')}`);
  const operator = CHANNEL_RULE_OPERATORS.find((name) => name === op);
  if (operator === undefined) {
    throw invalid(`takes the operators ${CHANNEL_RULE_OPERATORS.join(', ')}`);
  }
  return { key: known, ...testOf(operator, value) };
}

/** An empty value means the same as no value. */
function testOf(op: Item['op'], value: unknown): Pick<Item, 'op' | 'values'> {
  if (value === null) {
    if (op === 'exact' || op === 'is_not_set') return { op: 'is_not_set', values: [''] };
    if (op === 'is_not' || op === 'is_set') return { op: 'is_set', values: [''] };
    throw invalid(`needs a value for the operator ${op}`);
  }
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (!values.every((item) => typeof item === 'string')) throw invalid('takes texts as values');
  return { op, values };
}

function objectOf(given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given === 'object' && given !== null) return { ...given };
  throw invalid('consists of objects');
}

function invalid(what: string): QueryError {
  const detail = `customChannelTypeRules ${what}.`;
  return new QueryError(400, 'validation_error', 'invalid_input', detail, true);
}
