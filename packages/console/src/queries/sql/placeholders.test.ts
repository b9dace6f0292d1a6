import { placeholdersOf } from './placeholders';

describe('the placeholders of a statement', () => {
  it('are its variables, each once, and whether it has filters', () => {
    const text =
      'select {variables.day}, {variables.day + variables.`n`} from events where {filters}';
    expect(placeholdersOf(text)).toEqual({ variables: ['day', 'n'], hasFilters: true });
  });

  it('are ignored in comments, strings and names', () => {
    const text = "select filters, variables.a, '{variables.b}' -- {filters}";
    expect(placeholdersOf(text)).toEqual({ variables: [], hasFilters: false });
  });

  it('include parts of the filters', () => {
    expect(placeholdersOf('where x > {filters.dateRange.from}').hasFilters).toBe(true);
  });
});
