import type { IngestionRuleDefinition, LoggedEventV1, RuleValueType } from '@tidemark/contracts';
import { isObject } from '../json/json-object';

type Config = Extract<IngestionRuleDefinition, { readonly kind: 'schema' }>['config'];

/** The problem of a property, without the property's value. */
export interface Violation {
  readonly property: string;
  readonly problem: 'missing' | 'type' | 'value';
}

/** Checks the properties of an event; null counts as missing. */
export function schemaCheck(config: Config): (entry: LoggedEventV1) => readonly Violation[] {
  const expected = config.properties.map(({ name, type, required, values }) => ({
    name,
    type,
    required,
    values: values === undefined ? undefined : new Set<unknown>(values),
  }));
  return ({ properties }) => {
    const violations: Violation[] = [];
    for (const { name, type, required, values } of expected) {
      const value = Object.hasOwn(properties, name) ? properties[name] : null;
      if (value === null || value === undefined) {
        if (required) violations.push({ property: name, problem: 'missing' });
      } else if (type !== undefined && !hasType(value, type)) {
        violations.push({ property: name, problem: 'type' });
      } else if (values !== undefined && !values.has(value)) {
        violations.push({ property: name, problem: 'value' });
      }
    }
    return violations;
  };
}

const DATE_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}.{0,20})?$/;

function hasType(value: unknown, type: RuleValueType): boolean {
  switch (type) {
    case 'datetime':
      return typeof value === 'string' && DATE_TIME.test(value) && !Number.isNaN(Date.parse(value));
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}
