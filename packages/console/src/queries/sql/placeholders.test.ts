import { placeholdersOf } from './placeholders';

describe('placeholders of a statement', () => {
  it('are its variables, each once, and filters', () => {
    const text =
      'select {variables.day}, {variables.day + variables.`n`} from events where {filters}';
    expect(placeholdersOf(text)).toEqual({ variables: ['day', 'n'], hasFilters: true });
  });

  it('are not those of comments, texts and names', () => {
    const text = "select filters, variables.a, '{variables.b}' -- {filters}";
    expect(placeholdersOf(text)).toEqual({ variables: [], hasFilters: false });
  });

  it('hold a part of the filters', () => {
    expect(placeholdersOf('where x > {filters.dateRange.from}').hasFilters).toBe(true);
  });
});
