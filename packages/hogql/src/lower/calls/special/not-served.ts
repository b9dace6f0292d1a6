import { HogQLError } from '../../../syntax/errors';
import { special } from './special';
import type { SpecialFunction } from './special';

/** Functions of PostHog that are listed only to explain why they are missing. */
const REASONS: readonly (readonly [
  name: string,
  arity: readonly [number, number],
  reason: string,
])[] = [
  ['untuple', [1, 1], 'name the elements, like `t.1, t.2`'],
  ['convertCurrency', [3, 4], 'there are no exchange rates: convert with rates of your own'],
  ['embedText', [1, 2], 'there is no model that makes embeddings'],
];

export const NOT_SERVED: readonly string[] = REASONS.map(([name]) => name);

export const notServed: readonly SpecialFunction[] = REASONS.map(([name, arity, reason]) =>
  special(name, arity, (_, { node }) => {
    throw new HogQLError('hogql_not_implemented', `${name}() is not supported: ${reason}`, node);
  }),
);
