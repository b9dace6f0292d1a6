import { negatedOperator } from '@tidemark/domain';
import type { PropertyFilter } from './filter';
import { operatorOf } from './values';

/** A filter without the negation of its operator: a list matches a negative operator if no entry matches this one. */
export function positiveOf(filter: PropertyFilter): {
  readonly negated: boolean;
  readonly positive: PropertyFilter;
} {
  const operator = negatedOperator(operatorOf(filter));
  return operator === null
    ? { negated: false, positive: filter }
    : { negated: true, positive: { ...filter, operator } };
}
