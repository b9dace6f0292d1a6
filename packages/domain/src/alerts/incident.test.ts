import * as fc from 'fast-check';
import type { IncidentState } from './incident';
import { nextIncidentState, QUIET } from './incident';
import type { Verdict } from './judge/judge';

const RULES = { begin_after: 1, end_after: 2 };
type Outcome = Verdict['outcome'];

/** The incidents that a sequence of checks begins and ends. */
function changesOf(
  outcomes: readonly (readonly [Outcome, string | null])[],
  rules: { readonly begin_after: number; readonly end_after: number } = RULES,
) {
  let state: IncidentState = QUIET;
  return outcomes.map(([outcome, at]) => {
    const next = nextIncidentState(state, { outcome, at }, rules);
    state = next.state;
    return next.change;
  });
}
const daily = (...outcomes: Outcome[]) =>
  outcomes.map((outcome, day) => [outcome, `${day}`] as const);

it('begins once and ends once', () => {
  expect(changesOf(daily('inside', 'outside', 'outside', 'inside', 'inside', 'inside'))).toEqual([
    ...[null, 'begun', null, null, 'ended', null],
  ]);
});

it('does not change repeatedly near the bound', () => {
  expect(
    changesOf(daily('outside', 'near', 'inside', 'outside', 'near', 'inside', 'near')),
  ).toEqual([...['begun', null, null, null, null, null, null]]);
});

it('waits for several intervals in a row', () => {
  const rules = { begin_after: 3, end_after: 1 };
  const outcomes = daily('outside', 'outside', 'inside', 'outside', 'outside', 'outside', 'inside');
  expect(changesOf(outcomes, rules)).toEqual([null, null, null, null, null, 'begun', 'ended']);
});

it('counts an interval once, however often it is checked', () => {
  const hourly = ['a', 'a', 'a', 'b', 'b', 'c'].map((at) => ['inside', at] as const);
  expect(changesOf([['outside', 'z'], ...hourly])).toEqual([
    ...['begun', null, null, null, 'ended', null, null],
  ]);
});

it('counts late events of an interval that was inside before', () => {
  expect(
    changesOf([
      ['inside', 'a'],
      ['outside', 'a'],
    ]),
  ).toEqual([null, 'begun']);
});

it('begins and ends alternately, for all sequences of checks', () => {
  const outcome = fc.constantFrom<Outcome>('outside', 'near', 'inside', 'unknown');
  const check = fc.tuple(outcome, fc.option(fc.constantFrom('a', 'b', 'c')));
  const count = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(fc.array(check), count, count, (checks, begin_after, end_after) => {
      const changes = changesOf(checks, { begin_after, end_after }).filter((one) => one !== null);
      expect(changes).toEqual(changes.map((_, index) => (index % 2 === 0 ? 'begun' : 'ended')));
    }),
  );
});

it('never ends without the required number of values inside', () => {
  const outcome = fc.constantFrom<Outcome>('outside', 'near', 'inside', 'unknown');
  fc.assert(
    fc.property(fc.array(outcome), fc.integer({ min: 1, max: 4 }), (outcomes, end_after) => {
      const changes = changesOf(daily(...outcomes), { begin_after: 1, end_after });
      changes.forEach((change, index) => {
        if (change !== 'ended') return;
        const known = outcomes.slice(0, index + 1).filter((one) => one !== 'unknown');
        expect(known.slice(-end_after)).toEqual(Array.from({ length: end_after }, () => 'inside'));
      });
    }),
  );
});
