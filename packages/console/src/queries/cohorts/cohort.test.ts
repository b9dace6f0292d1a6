import type { Criterion } from './cohort';
import {
  cohortProblems,
  criteriaOf,
  criterionOfFilter,
  filterOfCriterion,
  filtersOfCriteria,
  isEditable,
  NEW_COHORT,
  newBehaviour,
  NO_CRITERIA,
  withBehaviour,
} from './cohort';
import { criterionWords } from './criterion-words';

const plan: Criterion = {
  ...{ type: 'person', key: 'plan', operator: 'exact', value: ['pro'], negation: false },
};
const group = { type: 'AND', values: [plan] };

describe('the criteria of a cohort', () => {
  it('can be read and written; a criterion beside groups becomes a group', () => {
    const filters = { properties: { type: 'OR', values: [group, plan] } };
    const criteria = criteriaOf(filters);
    expect(criteria).toEqual({ type: 'OR', values: [group, group] });
    expect(filtersOfCriteria(criteria ?? NO_CRITERIA)).toEqual({
      properties: { type: 'OR', values: [group, group] },
    });
    expect(filtersOfCriteria(NO_CRITERIA)).toEqual({ properties: { type: 'OR', values: [] } });
  });

  it('cannot be edited if they are nested deeper', () => {
    const deep = { type: 'AND', values: [{ type: 'OR', values: [plan] }] };
    expect(criteriaOf({ properties: { type: 'AND', values: [deep] } })).toBeNull();
    expect(criteriaOf({})).toEqual(NO_CRITERIA);
  });

  it('about persons and cohorts are edited as filters', () => {
    expect(criterionOfFilter(filterOfCriterion(plan))).toEqual(plan);
    const cohort = { type: 'cohort', key: 'id', value: 7, negation: true };
    expect(filterOfCriterion(cohort)).toMatchObject({ operator: 'not_in' });
    expect(
      criterionOfFilter({ type: 'cohort', key: 'id', value: ['7'], operator: 'not_in' }),
    ).toEqual(cohort);
  });

  it('get the fields that their behaviour needs', () => {
    const several = withBehaviour(newBehaviour('paid'), 'performed_event_multiple');
    expect(several).toMatchObject({ operator: 'gte', operator_value: 2, time_value: 30 });
    const stopped = withBehaviour(several, 'stopped_performing_event');
    expect(stopped).toMatchObject({ seq_time_value: 7, seq_time_interval: 'day' });
    expect(stopped).not.toHaveProperty('operator_value');
    expect(withBehaviour(stopped, 'performed_event')).toEqual(newBehaviour('paid'));
    expect(isEditable(several)).toBe(true);
    expect(isEditable({ ...several, explicit_datetime: '2026-01-01' })).toBe(false);
    expect(isEditable({ ...several, value: 'performed_event_sequence' })).toBe(false);
  });

  it('are described in words', () => {
    const several = {
      ...withBehaviour(newBehaviour('paid'), 'performed_event_multiple'),
      event_filters: [{ type: 'event', key: 'total', operator: 'gt', value: 5 }],
    };
    expect(criterionWords(several)).toBe(
      'did several times paid where total is greater than 5 at least 2 times in the last 30 days',
    );
    expect(criterionWords({ ...newBehaviour('paid'), negation: true, time_value: 1 })).toBe(
      'not: did paid in the last day',
    );
    expect(criterionWords(plan)).toBe('person plan is pro');
  });

  it('are required to save, and so is a name', () => {
    expect(cohortProblems(NEW_COHORT)).toHaveLength(2);
    expect(cohortProblems({ ...NEW_COHORT, name: 'List', isStatic: true })).toEqual([]);
  });
});
