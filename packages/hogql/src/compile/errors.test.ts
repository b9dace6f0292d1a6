import { HogQLError } from '../syntax/errors';
import { compileHogQL } from './compile-hogql';
import { compileContext } from './test-support/context';

function failure(source: string): HogQLError {
  try {
    compileHogQL(source, compileContext());
  } catch (error) {
    if (error instanceof HogQLError) return error;
    throw error;
  }
  throw new Error('It compiled');
}

describe('mistakes in a statement', () => {
  it.each([
    ['select user_id from events', 'Unable to resolve field: user_id. Did you mean: person_id?'],
    ['select zzz from events', 'Unable to resolve field: zzz'],
    ['select a from (select 1 as b)', 'Unable to resolve field: a'],
    ['select events.zzz from events', 'Field not found: zzz'],
    ['select e.evnt from events e', 'Field not found: evnt. Did you mean: event?'],
    ['select event.x from events', 'Field not found: x'],
    [
      'select e.event from events e where events.event = 1',
      'Unable to resolve field: events. Did you mean: event?',
    ],
    ['select (select event from persons) from events', 'Unable to resolve field: event'],
    [
      'select event from events a join events b on a.uuid = b.uuid',
      'Ambiguous query. Found multiple sources for field: event',
    ],
    ['select person from events', "Can't select a table when a column is expected: person"],
    ['select events from events', "Can't select a table when a column is expected: events"],
    ['select * from nope', 'Unknown table `nope`.'],
    ['select * from event', 'Unknown table `event`. Did you mean: events?'],
    ['select * from system.one', 'Unknown table `system.one`.'],
    ["select * from url('x')", 'Unknown table function `url`.'],
    ['select * from numbers', "Table function 'numbers' requires arguments"],
    ['select * from numbers()', "Table function 'numbers' requires at least 1 argument"],
    ['select * from numbers(1, 2, 3)', "Table function 'numbers' requires at most 2 arguments"],
    ['select * from events(1)', "Table 'events' does not accept arguments"],
    ['select * from numbers(event)', 'Unable to resolve field: event'],
    [
      'select * from events a join events a on a.uuid = a.uuid',
      'Already have joined a table called "a". Can\'t redefine.',
    ],
    ['select 1 as a, 2 as a', 'Cannot redefine an alias with the name: a'],
    [
      'select * from events a join events b on a.uuid = b.uuid',
      "Cannot use '*' without table name when there are multiple tables in the query",
    ],
    ['select foo(1)', "Unsupported function call 'foo(...)'. Perhaps you meant 'floor(...)'?"],
    ['select qqqqqqqq(1)', "Unsupported function call 'qqqqqqqq(...)'"],
    [
      'select Lower(event), toint(1) from events',
      "Unsupported function call 'toint(...)'. Perhaps you meant 'toInt(...)'?",
    ],
    [
      "select arrayReduce('topK(3)', [1, 2])",
      "Invalid parametric function in 'arrayReduce', 'topK(3)' is not supported.",
    ],
    ['select toInt()', "Function 'toInt' expects 1 argument, found 0"],
    ['select lower(1, 2)', "Function 'lower' expects 1 argument, found 2"],
    ['select if(1, 2)', "Function 'if' expects 3 arguments, found 2"],
    ['select round()', "Function 'round' expects at least 1 argument, found 0"],
    ['select round(1, 2, 3)', "Function 'round' expects at most 2 arguments, found 3"],
    ['select sum(1, 2)', "Aggregation 'sum' expects 1 argument, found 2"],
    [
      'select quantiles(event) from events',
      "Aggregation 'quantiles' requires parameters in addition to arguments",
    ],
    ['select sum(1)(2)', "Aggregation 'sum' does not accept parameters"],
    [
      'select quantile(1) from events',
      "Aggregation 'quantile' requires parameters in addition to arguments",
    ],
    ['select quantile()(1) from events', "Aggregation 'quantile' expects 1 parameter, found 0"],
    [
      'select quantile(0.5, 2)(1) from events',
      "Aggregation 'quantile' expects 1 parameter, found 2",
    ],
    [
      'select sum(count()) from events',
      "Aggregation 'count' cannot be nested inside another aggregation 'sum'.",
    ],
    ['select {name}', 'Unresolved placeholder: {name}'],
    ['select [1][0]', 'SQL indexes start from one, not from zero. E.g: array[1]'],
    [
      'select 1 union all select 1, 2',
      'All parts of a set query must have the same number of columns',
    ],
    ['select 1 in cohort 5', 'Could not find cohort with ID 5'],
    ["select 1 not in cohort 'x'", "Could not find a cohort with the name 'x'"],
    ['select 1 in cohort (1 + 1)', 'cohort() takes exactly one string or integer argument'],
    ["select dateTrunc('eon', timestamp) from events", "Unknown unit 'eon'"],
  ])('%s', (source, message) => {
    const error = failure(source);
    expect(error.message).toBe(message);
    expect(error.code).toBe('hogql_query_error');
  });

  it.each([['select cast(event as IPv4) from events', 'Casting to IPv4 is not supported']])(
    '%s is not implemented',
    (source, message) => {
      const error = failure(source);
      expect(error.code).toBe('hogql_not_implemented');
      expect(error.message.toLowerCase()).toBe(message.toLowerCase());
    },
  );

  it.each([
    ['select user_id from events', 'user_id'],
    ['select event, foo(1) from events', 'foo(1)'],
    ['select 1 from nope', 'nope'],
    ['select 1, {name}', '{name}'],
  ])('%s: points at %s', (source, place) => {
    const { start, end } = failure(source);
    expect(source.slice(start ?? 0, end ?? 0)).toBe(place);
  });
});
