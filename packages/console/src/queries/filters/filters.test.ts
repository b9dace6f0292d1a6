import { filterText } from './filter-text';
import { filtersOf, operatorsOf, problemOf, valueTexts, withOperator } from './property-filter';

const browser = { type: 'event', key: '$browser', operator: 'exact', value: ['Chrome', 'Safari'] };

describe('property filters', () => {
  it('offers operators for the type of the property', () => {
    expect(operatorsOf('event', 'Numeric')).toContain('between');
    expect(operatorsOf('event', 'Numeric')).not.toContain('regex');
    expect(operatorsOf('person', 'DateTime')[0]).toBe('is_date_after');
    expect(operatorsOf('cohort', null)).toEqual(['in', 'not_in']);
    expect(operatorsOf('hogql', null)).toEqual([]);
  });

  it('describes a filter in words', () => {
    expect(filterText(browser)).toBe('$browser is Chrome or Safari');
    expect(filterText({ ...browser, operator: 'is_not' })).toBe(
      '$browser is not Chrome nor Safari',
    );
    expect(filterText({ type: 'person', key: 'email', operator: 'is_set', value: 'is_set' })).toBe(
      'person email is set',
    );
    expect(filterText({ type: 'event', key: 'price', operator: 'between', value: [1, 5] })).toBe(
      'price is between 1 and 5',
    );
    expect(filterText({ type: 'hogql', key: 'properties.a = 1' })).toBe('HogQL properties.a = 1');
    const names = new Map([['7', 'Buyers']]);
    const cohort = { type: 'cohort', key: 'id', operator: 'not_in', value: 7 };
    expect(filterText(cohort, names)).toBe('person is not in Buyers');
    expect(filterText(cohort)).toBe('person is not in cohort 7');
  });

  it('keeps an operator that the console does not offer', () => {
    const version = { type: 'event', key: 'v', operator: 'semver_gt', value: '1.2.0' };
    expect(filterText(version)).toBe('v semver gt 1.2.0');
    expect(problemOf(version)).toBeNull();
  });

  it('keeps the value if it fits the new operator', () => {
    expect(withOperator(browser, 'is_not').value).toEqual(['Chrome', 'Safari']);
    expect(withOperator(browser, 'icontains').value).toBe('Chrome');
    const set = withOperator(browser, 'is_set');
    expect(valueTexts(set)).toEqual([]);
    expect(withOperator(set, 'exact').value).toEqual([]);
  });

  it('reports missing parts', () => {
    expect(problemOf({ ...browser, value: [] })).toBe('Choose a value.');
    expect(problemOf({ ...browser, operator: 'gt', value: 'x' })).toBe('Enter a number.');
    expect(problemOf({ ...browser, operator: 'between', value: [5, 1] })).toMatch('smaller');
    expect(problemOf({ ...browser, operator: 'is_set', value: 'is_set' })).toBeNull();
    expect(problemOf({ type: 'hogql', key: ' ' })).toBe('Enter an expression.');
  });

  it('reads filters from a link and ignores invalid ones', () => {
    expect(filtersOf([browser, { key: 1 }, { key: 'a', operator: 1 }, [], 'a', null])).toEqual([
      browser,
    ]);
    expect(filtersOf([{ key: 'a', negation: true }])).toEqual([
      { type: 'event', key: 'a', negation: true },
    ]);
    expect(filtersOf({ type: 'AND', values: [] })).toEqual([]);
  });
});
