import type { ConformanceCase } from '../test-support/case';
import { captured, shows } from '../test-support/case';
import { flag, values } from './flag-steps';

/** The hashes of these ids: `phone` .18 and `tablet` .03 are below 50 %; `laptop` .74 and `user` .86 are not. */
const HALF = { groups: [{ properties: [], rollout_percentage: 50 }] };
const steady = flag('steady', HALF, { ensure_experience_continuity: true });

const seen = (distinctId: string) =>
  captured('seen', { $set: { a: 1 } }, { distinct_id: distinctId });
const persons = (count: number) => shows('SELECT count() FROM persons', [[count]]);
const asked = (steadyIs: boolean, distinctId: string, anon?: string) =>
  values(
    { steady: steadyIs },
    { distinct_id: distinctId, ...(anon !== undefined && { $anon_distinct_id: anon }) },
  );

/** Values that a person keeps after identification (`docs/wire/flags-evaluation.md#continuity`). */
export const continuity: readonly ConformanceCase[] = [
  {
    name: 'a person keeps the value of the anonymous id after identification',
    steps: [
      steady,
      asked(true, 'phone'),
      asked(false, 'user'),
      captured('$identify', { $anon_distinct_id: 'phone' }, { distinct_id: 'user' }),
      persons(1),
      asked(true, 'user', 'phone'),
      asked(true, 'user'),
      asked(true, 'user', 'laptop'),
      asked(false, 'laptop'),
    ],
  },
  {
    name: 'without continuity, the value changes with the distinct id',
    steps: [
      flag('steady', HALF),
      seen('user'),
      persons(1),
      asked(false, 'user', 'phone'),
      asked(false, 'user'),
    ],
  },
  {
    name: 'without a person, the anonymous id decides the value, which is not stored',
    steps: [steady, asked(true, 'user', 'phone'), asked(false, 'user')],
  },
  {
    name: 'a merge keeps the value of the merged person',
    steps: [
      steady,
      seen('laptop'),
      seen('user'),
      persons(2),
      asked(true, 'laptop', 'tablet'),
      asked(false, 'user'),
      captured('$identify', { $anon_distinct_id: 'laptop' }, { distinct_id: 'user' }),
      persons(1),
      asked(true, 'user'),
      asked(true, 'laptop'),
    ],
  },
];
