import type { ConformanceCase } from '../../test-support/case';
import { counts, shows } from '../../test-support/case';
import { shows as responses } from '../management-steps';
import { ANN, NOBODY, patch, post, seen, WORLD } from './person-steps';

export const properties: readonly ConformanceCase[] = [
  {
    name: 'properties: set, deleted, patched, and in queries immediately',
    steps: [
      ...WORLD,
      post(`${ANN}update_property/`, { key: 'plan', value: 'team' }, 202),
      post(`${ANN}update_property`, { key: 'nested', value: { a: [1, null] } }, 202),
      post(`${ANN}update_property/`, { key: 'nothing', value: null }, 202),
      responses(ANN, { properties: { plan: 'team', nested: { a: [1, null] }, nothing: null } }),
      shows("SELECT properties.plan FROM persons WHERE properties.email = 'ann@x.io'", [['team']]),
      post(`${ANN}delete_property/`, { $unset: 'nested' }, 201, { success: true }),
      post(`${ANN}delete_property/`, { $unset: 'never there' }, 201, { success: true }),
      shows("SELECT properties.nested FROM persons WHERE properties.email = 'ann@x.io'", [[null]]),
      patch(ANN, { properties: { seats: 4 } }, 202, { properties: { plan: 'team', seats: 4 } }),
      post(`${ANN}update_property/`, { value: 1 }, 400, { attr: 'key' }),
      post(`${ANN}update_property/`, { key: 'a' }, 400, { attr: 'value' }),
      post(`${ANN}delete_property/`, {}, 400, { attr: '$unset' }),
      patch(ANN, {}, 400, { type: 'validation_error', attr: 'properties' }),
      patch(ANN, { properties: [1] }, 400, { type: 'validation_error', attr: 'properties' }),
      post(`persons/${NOBODY}/update_property/`, { key: 'a', value: 1 }, 404),
      post(`persons/${NOBODY}/delete_property/`, { $unset: 'a' }, 404),
      patch(`persons/${NOBODY}/`, { properties: { a: 1 } }, 404),
      // Later events change the properties that were set through the API.
      seen('phone', 'later', { $set: { email: 'ann@x.io', last: 1 } }, 3),
      counts('later', 1),
      {
        ...responses(ANN, { properties: { plan: 'team', seats: 4, last: 1 } }),
        withinMs: 10_000,
      },
    ],
  },
];
