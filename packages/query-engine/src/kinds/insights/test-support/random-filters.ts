import type { Filter, FilterTree } from '@tidemark/testing';
import * as fc from 'fast-check';
import { CONDITIONS } from './random-world';

const text = fc.constantFrom('A', 'B', 'a', '%', 'a_c', 'bc', '');
const texts = fc.array(text, { minLength: 0, maxLength: 3 });
const number = fc.constantFrom<number | string>(1, 2.5, -4, 3, 17, 40, '5');
const numbers = fc.array(number, { minLength: 1, maxLength: 2 });
const version = fc.constantFrom('1.2.3', '1.2', '1', '0.2.1', '2.0.0');

type Test = Pick<Filter, 'operator' | 'value'>;

const oneOf = <T>(operators: readonly string[], value: fc.Arbitrary<T>): fc.Arbitrary<Test> =>
  fc.tuple(fc.constantFrom(...operators), value).map(([operator, of]) => ({ operator, value: of }));

const presence: fc.Arbitrary<Test> = oneOf(['is_set', 'is_not_set'], fc.constant(undefined));

const textTests = fc.oneof(
  presence,
  oneOf(['exact', 'is_not'], fc.oneof(text, texts)),
  oneOf(['in', 'not_in'], texts),
  oneOf(['icontains', 'not_icontains'], fc.oneof(text, texts)),
  oneOf(['icontains_multi', 'not_icontains_multi'], texts),
  oneOf(
    ['regex', 'not_regex'],
    fc.oneof(fc.constantFrom('^a', 'A|B', 'c$'), fc.constant(['^A', 'c$'])),
  ),
  oneOf(
    ['starts_with', 'not_starts_with', 'ends_with', 'not_ends_with'],
    fc.constantFrom('a', 'B', 'C'),
  ),
);

const numberTests = fc.oneof(
  presence,
  oneOf(['exact', 'is_not'], fc.oneof(number, numbers)),
  oneOf(['gt', 'gte', 'lt', 'lte', 'min', 'max'], fc.oneof(number, numbers)),
  oneOf(['between', 'not_between'], fc.constantFrom([1, 3], [-4, 2.5], ['2', '10'], [3, 3])),
);

const dateTests = oneOf(
  ['is_date_exact', 'is_date_before', 'is_date_after'],
  fc.constantFrom<unknown>('2020-03-05', '2020-03-05 10:00:00', ['2020-03-05', '2020-03-20']),
);

const semverTests = fc.oneof(
  oneOf(
    ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'tilde', 'caret'].map((op) => `semver_${op}`),
    fc.oneof(version, fc.array(version, { minLength: 1, maxLength: 2 })),
  ),
  oneOf(['semver_wildcard'], fc.constantFrom('1.2.*', '1.*')),
);

const flagTests = fc.oneof(
  presence,
  oneOf(['exact', 'is_not'], fc.constantFrom<unknown>('true', true, ['true'], ['false', 'true'])),
);

const tagTests = fc.oneof(
  presence,
  oneOf(['exact', 'is_not'], fc.constantFrom<unknown>('A', ['A', '["A"]'], '["A"]', '2.5', 2.5)),
  oneOf(['icontains', 'not_icontains'], fc.constantFrom('A', '"B"', '[')),
);

const of = (target: Omit<Filter, 'operator' | 'value'>, tests: fc.Arbitrary<Test>) =>
  tests.map(({ operator, value }): Filter => ({
    ...target,
    ...(operator !== undefined && { operator }),
    ...(value !== undefined && { value }),
  }));

/** One filter of any type and operator. */
export const someFilter: fc.Arbitrary<Filter> = fc.oneof(
  of({ key: 'browser', type: 'event' }, textTests),
  of({ key: 'browser' }, textTests),
  of({ key: 'number', type: 'event' }, numberTests),
  of({ key: 'flag', type: 'event' }, flagTests),
  of({ key: 'tags', type: 'event' }, tagTests),
  of({ key: 'a.b', type: 'event' }, tagTests),
  of({ key: 'when', type: 'event' }, dateTests),
  of({ key: 'version', type: 'event' }, semverTests),
  of(
    { key: 'plan', type: 'person' },
    fc.oneof(
      presence,
      oneOf(['exact', 'is_not'], fc.constantFrom<unknown>('pro', ['free', ''], '')),
    ),
  ),
  of({ key: 'age', type: 'person' }, numberTests),
  of({ key: 'size', type: 'group', group_type_index: 0 }, numberTests),
  of(
    { key: 'name', type: 'group', group_type_index: 0 },
    fc.oneof(
      presence,
      oneOf(['exact', 'is_not', 'icontains', 'not_icontains'], fc.constantFrom('One', 'on')),
    ),
  ),
  of({ key: 'name', type: 'group', group_type_index: 1 }, presence),
  of(
    { key: '$session_duration', type: 'session' },
    oneOf(['gt', 'gte', 'lt', 'lte'], fc.constantFrom(0, 600, 3600)),
  ),
  of(
    { key: '$pageview_count', type: 'session' },
    oneOf(['exact', 'is_not', 'gt'], fc.constantFrom<unknown>(1, '1', 2)),
  ),
  of(
    { key: '$entry_current_url', type: 'session' },
    oneOf(
      ['exact', 'is_not', 'icontains', 'not_icontains'],
      fc.constantFrom('/', '/docs', 'pricing'),
    ),
  ),
  of(
    { key: 'event', type: 'event_metadata' },
    oneOf(
      ['exact', 'is_not', 'in', 'not_in'],
      fc.constantFrom(['one'], ['one', 'two'], ['$pageview']),
    ),
  ),
  of(
    { key: '$group_0', type: 'event_metadata' },
    oneOf(['exact', 'is_not'], fc.constantFrom('org1', 'org2')),
  ),
  of(
    { key: 'id', type: 'cohort' },
    oneOf(['in', 'not_in', 'exact'], fc.constantFrom<unknown>(7, 8, 9, [7, 8])),
  ),
  fc.constantFrom<Filter>(
    { key: 'id', type: 'cohort', value: 7, negation: true },
    { key: 'id', type: 'cohort', value: 8 },
    { key: 'a-flag', type: 'flag', value: true, operator: 'exact' },
    { type: 'empty' },
  ),
  fc.constantFrom(...Object.keys(CONDITIONS)).map((key): Filter => ({ key, type: 'hogql' })),
);

/** Lists, and groups of two levels, where the values of the outer one are groups. */
export const someFilters: fc.Arbitrary<FilterTree> = fc.oneof(
  { weight: 3, arbitrary: fc.array(someFilter, { maxLength: 2 }) },
  fc
    .tuple(
      fc.constantFrom('AND' as const, 'OR' as const),
      fc.array(
        fc.record({
          type: fc.constantFrom('AND' as const, 'OR' as const),
          values: fc.array(someFilter, { maxLength: 3 }),
        }),
        { maxLength: 3 },
      ),
    )
    .map(([type, values]) => ({ type, values })),
);
