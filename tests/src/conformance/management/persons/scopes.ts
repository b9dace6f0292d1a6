import type { ConformanceCase } from '../../support/case';
import { PROJECT } from '../../support/case';
import { shows as answers } from '../management-steps';
import { ANN, deletes, forbidden, patch, post, WORLD } from './person-steps';

export const scopes: readonly ConformanceCase[] = [
  {
    name: 'scopes: read to look, write to change',
    steps: [
      ...WORLD,
      {
        send: { method: 'GET', path: `/api/projects/${PROJECT}/persons/` },
        answer: { status: 401, body: { code: 'not_authenticated' } },
      },
      { ...answers('persons/', {}), scopes: ['person:read'] },
      { ...answers(ANN, {}), scopes: ['person:write'] },
      { ...answers('persons/values/?key=plan', {}), scopes: ['person:read'] },
      {
        ...post('persons/batch_by_distinct_ids/', { distinct_ids: ['ann'] }, 200),
        scopes: ['person:read'],
      },
      forbidden(['query:read'], 'person:read', answers('persons/', {})),
      forbidden(['query:read'], 'person:read', answers(ANN, {})),
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
