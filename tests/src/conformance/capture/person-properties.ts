import type { ConformanceCase } from '../test-support/case';
import { captured, settled, shows } from '../test-support/case';
import { person } from './person-steps';

/** Checks 47 to 49 and 58: the properties that events set on persons. */
export const personProperties: readonly ConformanceCase[] = [
  {
    name: 'D47 $set with the first event',
    steps: [
      captured('d47', { $set: { a: 1 } }),
      shows(`SELECT person.properties.a, person_mode FROM events`, [[1, 'full']]),
      person('properties.a, is_identified', 1, false),
    ],
  },
  {
    name: 'D48 $set_once does not overwrite; D49 $unset removes',
    steps: [
      captured('d48', { $set: { a: 1 } }),
      captured('d48', { $set_once: { a: 2 } }),
      captured('d48', { $set_once: { b: 3 } }),
      ...settled(),
      person('properties.a, properties.b', 1, 3),
      captured('d49', { $unset: ['a'] }),
      person('properties.a, properties.b', null, 3),
      captured('d49', { $unset: { b: '' } }),
      person('properties.a, properties.b', null, null),
    ],
  },
  {
    name: '$set at the top level is preferred to $set in properties',
    steps: [
      captured('top', { $set: { a: 'inside', b: 'kept' } }, { $set: { a: 'top' } }),
      person('properties.a, properties.b', 'top', 'kept'),
    ],
  },
  {
    name: '$set on $exception does not change the person',
    steps: [
      captured('before', { $set: { a: 1 } }),
      captured('$exception', { $set: { a: 2 } }),
      ...settled(),
      person('properties.a', 1),
    ],
  },
  {
    name: 'D58 browser and campaign are stored as current and as initial properties',
    steps: [
      captured('$pageview', { $browser: 'Firefox', utm_source: 'mail' }),
      captured('$pageview', { $browser: 'Firefox', utm_source: 'search' }),
      ...settled(),
      person(
        'properties.$browser, properties.$initial_browser, properties.utm_source, properties.$initial_utm_source',
        'Firefox',
        'Firefox',
        'search',
        'mail',
      ),
    ],
  },
];
