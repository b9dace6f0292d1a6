import type { LoggedEventV1, RuleCondition, RuleOperator } from '@tidemark/contracts';
import { textOf } from '../actions/property-operators';
import { like, regex } from '../actions/text-matching';
import { eventAddress } from '../geoip/event-address';
import { addressRange } from './address-range';

/** Whether a rule applies to an event. */
export type Matches = (entry: LoggedEventV1) => boolean;

/** Compiles all conditions into one test. @throws for an invalid expression or address range */
export function compileConditions(conditions: readonly RuleCondition[]): Matches {
  const tests = conditions.map(compileCondition);
  return (entry) => tests.every((test) => test(entry));
}

function compileCondition(condition: RuleCondition): Matches {
  const read = readerOf(condition);
  const { operator, value } = condition;
  const wanted = (Array.isArray(value) ? value : [value ?? '']).map(String);
  const test = compileTest(operator, wanted);
  return (entry) => test(textOf(read(entry)));
}

function readerOf({ field, key = '' }: RuleCondition): (entry: LoggedEventV1) => unknown {
  switch (field) {
    case 'event':
      return (entry) => entry.event;
    case 'distinct_id':
      return (entry) => entry.distinct_id;
    case 'ip':
      return eventAddress;
    case 'user_agent':
      return ({ properties }) =>
        own(properties, '$raw_user_agent') ?? own(properties, '$user_agent');
    case 'property':
      return ({ properties }) => own(properties, key);
  }
}

function own(properties: LoggedEventV1['properties'], key: string): unknown {
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}

/** A test of the text form of a value; the text is null for a property that is missing or null. */
type ValueTest = (text: string | null) => boolean;

function compileTest(operator: RuleOperator, wanted: readonly string[]): ValueTest {
  switch (operator) {
    case 'exact': {
      const values = new Set<string | null>(wanted);
      return (text) => values.has(text);
    }
    case 'is_not': {
      const values = new Set<string | null>(wanted);
      return (text) => !values.has(text);
    }
    case 'icontains':
      return any(wanted, (value) => like(containing(value), 'any case'));
    case 'not_icontains':
      return not(any(wanted, (value) => like(containing(value), 'any case')));
    case 'starts_with':
      return any(wanted, (value) => (text) => text.startsWith(value));
    case 'regex':
      return any(wanted, regex);
    case 'not_regex':
      return not(any(wanted, regex));
    case 'gt':
      return any(wanted, (value) => (text) => text.trim() !== '' && Number(text) > Number(value));
    case 'lt':
      return any(wanted, (value) => (text) => text.trim() !== '' && Number(text) < Number(value));
    case 'in_range':
      return any(wanted, rangeTest);
    case 'is_set':
      return (text) => text !== null;
    case 'is_not_set':
      return (text) => text === null;
  }
}

/** A LIKE pattern for texts that contain the value, whose wildcards are escaped. */
function containing(value: string): string {
  return `%${value.replace(/[%_\\]/g, '\\$&')}%`;
}

function rangeTest(range: string): (text: string) => boolean {
  const test = addressRange(range);
  if (test === null) throw new Error('not an address or a range of addresses');
  return test;
}

function any(
  wanted: readonly string[],
  testOf: (value: string) => (text: string) => boolean,
): ValueTest {
  const tests = wanted.map(testOf);
  return (text) => text !== null && tests.some((test) => test(text));
}

function not(test: ValueTest): ValueTest {
  return (text) => !test(text);
}
