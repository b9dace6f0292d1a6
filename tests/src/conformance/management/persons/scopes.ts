import type { ConformanceCase } from '../../test-support/case';
import { PROJECT } from '../../test-support/case';
import { shows as responses } from '../management-steps';
import { ANN, deletes, forbidden, patch, post, WORLD } from './person-steps';

export const scopes: readonly ConformanceCase[] = [
  {
    name: 'scopes: reading needs read, changes need write',
    steps: [
      ...WORLD,
      {
        send: { method: 'GET', path: `/api/projects/${PROJECT}/persons/` },
        response: { status: 401, body: { code: 'not_authenticated' } },
      },
      { ...responses('persons/', {}), scopes: ['person:read'] },
      { ...responses(ANN, {}), scopes: ['person:write'] },
      { ...responses('persons/values/?key=plan', {}), scopes: ['person:read'] },
      {
        ...post('persons/batch_by_distinct_ids/', { distinct_ids: ['ann'] }, 200),
        scopes: ['person:read'],
      },
      forbidden(['query:read'], 'person:read', responses('persons/', {})),
      forbidden(['query:read'], 'person:read', responses(ANN, {})),
      forbidden(['person:read'], 'person:write', patch(ANN, { properties: { a: 1 } }, 403)),
      forbidden(
        ['person:read'],
        'person:write',
        post(`${ANN}update_property/`, { key: 'a', value: 1 }, 403),
      ),
      forbidden(['person:read'], 'person:write', post(`${ANN}delete_property/`, {}, 403)),
      forbidden(['person:read'], 'person:write', post(`${ANN}split/`, {}, 403)),
      forbidden(['person:read'], 'person:write', deletes(ANN, 403)),
      forbidden(['person:read'], 'person:write', post('persons/bulk_delete/', {}, 403)),
      {
        ...patch(ANN, { properties: { a: 1 } }, 202, { properties: { a: 1 } }),
        scopes: ['person:write'],
      },
      { ...deletes(ANN, 202), scopes: ['person:write'] },
    ],
  },
];
