import type { Schema } from './completion';
import { localCompletions, mergeCompletions, suggestionEntry } from './completion';
import { cursorContext } from './cursor-context';

const field = (name: string, more: object = {}) => ({
  name,
  hogql_value: /^\w+$/.test(name) ? name : `\`${name}\``,
  type: 'string',
  ...more,
});

const schema: Schema = {
  tables: {
    events: {
      name: 'events',
      type: 'posthog',
      fields: {
        event: field('event'),
        'odd name': field('odd name'),
        person: field('person', { type: 'lazy_table', table: 'persons', fields: ['id', 'email'] }),
      },
    },
    persons: {
      name: 'persons',
      type: 'posthog',
      fields: { id: field('id'), email: field('email') },
    },
    'system.cohorts': { name: 'system.cohorts', type: 'system', fields: {} },
  },
};

/** The local completions at the `|` of a text. */
function at(marked: string) {
  const offset = marked.indexOf('|');
  const context = cursorContext(marked.replace('|', ''), offset);
  return { context, entries: localCompletions(schema, ['count'], context) };
}

const labels = (marked: string): readonly string[] => at(marked).entries.map(({ label }) => label);

describe('completion without the server', () => {
  it('suggests columns of tables that are read, also after the cursor', () => {
    expect(labels('select ev| from events')).toContain('event');
    expect(labels('select ev| from persons')).not.toContain('event');
  });

  it('ranks columns before keywords, functions and other tables', () => {
    const { entries } = at('select | from events e');
    const ranks = new Map(entries.map(({ type, detail, rank }) => [`${type} ${detail}`, rank]));
    expect(ranks.get('column string')).toBeGreaterThan(ranks.get('table in use') ?? 0);
    expect(ranks.get('table in use')).toBeGreaterThan(ranks.get('keyword ') ?? 0);
    expect(ranks.get('keyword ')).toBeGreaterThan(ranks.get('function ') ?? 0);
    expect(ranks.get('function ')).toBeGreaterThan(ranks.get('table posthog') ?? 0);
  });

  it('offers only tables after FROM and JOIN', () => {
    expect(labels('select 1 from |')).toEqual(['events', 'persons', 'system.cohorts']);
    expect(labels('select 1 from events join p|')).toContain('persons');
    expect(labels('select 1 from system.|')).toEqual(['cohorts']);
  });

  it('resolves aliases and joined tables', () => {
    expect(labels('select e.| from events as e')).toEqual(['event', 'odd name', 'person']);
    expect(labels('select e.person.| from events e')).toEqual(['id', 'email']);
    expect(labels('select person.e| from events')).toEqual(['id', 'email']);
  });

  it('quotes names that need it and adds an opening bracket to functions', () => {
    const { entries } = at('select | from events');
    expect(entries.find(({ label }) => label === 'odd name')?.insert).toBe('`odd name`');
    expect(entries.find(({ label }) => label === 'count')?.insert).toBe('count(');
  });

  it('offers no suggestions in strings and comments', () => {
    expect(labels("select 'ev|")).toEqual([]);
    expect(labels('select 1 -- ev|')).toEqual([]);
    expect(labels("select 'x', ev| from events")).toContain('event');
  });

  it('replaces the word before the cursor', () => {
    expect(at('select properties.$bro| from events').context).toMatchObject({
      from: 18,
      word: '$bro',
      path: ['properties'],
    });
  });
});

describe('merged completion', () => {
  it('keeps the local entry if names are equal and adds the others', () => {
    const local = at('select | from events').entries;
    const suggestions = [
      suggestionEntry({ label: 'event', insertText: 'event', kind: 'Variable', detail: 'String' }),
      suggestionEntry({ label: '$browser', insertText: '$browser', kind: 'Property' }),
    ];
    const merged = mergeCompletions(local, suggestions);
    expect(merged.filter(({ label }) => label === 'event')).toHaveLength(1);
    expect(merged.map(({ label }) => label)).toContain('$browser');
  });
});
