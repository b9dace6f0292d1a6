import { projectFlags, storedFlag } from '../test-support/project-flags';
import { createFlagEditions, NOWHERE, stepFrom } from './flag-editions';

const inCohort = { groups: [{ properties: [{ type: 'cohort', key: 'id', value: 7 }] }] };
const cohort = (plan: string) => ({
  id: 7,
  is_static: false,
  has_membership: false,
  filters: {
    properties: {
      type: 'AND',
      values: [{ type: 'person', key: 'plan', operator: 'exact', value: plan }],
    },
  },
});
const a = storedFlag({ id: 1, key: 'a' });
const b = storedFlag({ id: 2, key: 'b', filters: inCohort });
const c = storedFlag({ id: 3, key: 'c' });

it('is the same edition until a flag or a cohort changes', () => {
  const editionOf = createFlagEditions();
  const flags = projectFlags([a, b], [cohort('pro')]);
  const first = editionOf(1, flags);
  expect(editionOf(1, flags)).toBe(first);
  expect(editionOf(1, projectFlags([a, b], [cohort('pro')]))).toBe(first);
  // Fields that do not affect the evaluation.
  const called = { ...a, lastCalledAt: new Date(), tags: ['x'] };
  expect(editionOf(1, projectFlags([called, b], [cohort('pro')]))).toBe(first);
  expect(editionOf(2, projectFlags([a, b], [cohort('pro')]))).not.toBe(first);
});

it('shares unchanged flags between editions', () => {
  const steps = (
    [
      [[a, b, c], 'pro'],
      [[c, b, { ...a, version: 2 }], 'pro'],
      [[a, b], 'free'],
      [[a, { ...b, active: false }], 'pro'],
      [[b], 'pro'],
      [[{ ...a, id: 9 }, b], 'pro'],
    ] as const
  ).map(([flags, plan]) => {
    const editionOf = createFlagEditions();
    const first = editionOf(1, projectFlags([a, b], [cohort('pro')]));
    const { same, gone } = stepFrom(first, editionOf(1, projectFlags(flags, [cohort(plan)])));
    return [[...same], gone];
  });
  expect(steps).toEqual([
    [[0, 1, NOWHERE], []],
    [[NOWHERE, 1, NOWHERE], [0]],
    [[0, NOWHERE], [1]],
    [[0], [1]],
    [[1], [0]],
    [[NOWHERE, 1], [0]],
  ]);
});

it('follows a flag over several changes', () => {
  const editionOf = createFlagEditions();
  const first = editionOf(1, projectFlags([a, c]));
  for (const version of [2, 3, 4]) editionOf(1, projectFlags([{ ...a, version }, c]));
  const last = editionOf(1, projectFlags([c, { ...a, version: 5 }]));
  expect(stepFrom(first, last)).toEqual({ same: Int32Array.of(1, NOWHERE), gone: [0] });
  expect(stepFrom(last, last)).toEqual({ same: Int32Array.of(0, 1), gone: [] });
});
