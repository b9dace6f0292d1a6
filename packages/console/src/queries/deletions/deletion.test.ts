import type { Deletion } from './deletion';
import {
  deletionBody,
  deletionProblem,
  deletionWords,
  draftOfNode,
  EMPTY_DELETION,
  nodeOf,
  scopeWords,
} from './deletion';

const DRAFT = {
  events: ['signed up'],
  from: '2026-11-01',
  before: '2026-11-03',
  filters: [{ key: 'plan', value: ['pro'], operator: 'exact', type: 'event' }],
  condition: 'properties.sum > 10',
};

it('reads the form from a link', () => {
  expect(draftOfNode(nodeOf(DRAFT))).toEqual(DRAFT);
  expect(draftOfNode(nodeOf(EMPTY_DELETION))).toEqual(EMPTY_DELETION);
  expect(draftOfNode({ kind: 'HogQLQuery' })).toEqual(EMPTY_DELETION);
});

it('sends days as timestamps in UTC, and no empty bounds', () => {
  expect(deletionBody(DRAFT)).toMatchObject({
    date_from: '2026-11-01T00:00:00Z',
    date_to: '2026-11-03T00:00:00Z',
  });
  expect(deletionBody(EMPTY_DELETION)).toMatchObject({ date_from: null, condition: null });
});

it('requires a condition, so that one click cannot delete everything', () => {
  expect(deletionProblem(EMPTY_DELETION)).not.toBeNull();
  expect(deletionProblem({ ...EMPTY_DELETION, condition: ' ' })).not.toBeNull();
  expect(deletionProblem({ ...DRAFT, before: '2026-11-01' })).not.toBeNull();
  expect(deletionProblem(DRAFT)).toBeNull();
});

it('describes a deletion', () => {
  const { events, filters: properties, condition } = DRAFT;
  const dates = { date_from: '2026-11-01T00:00:00Z', date_to: null };
  const deletion = { events, properties, condition, ...dates } as unknown as Deletion;
  expect(scopeWords(deletion)).toBe('signed up, from 2026-11-01, plan is pro, properties.sum > 10');
  expect(deletionWords({ status: 'running', phase: 'deleting' }).text).toBe('deleting');
  expect(deletionWords({ status: 'queued', phase: null }).text).toBe('waiting');
});
