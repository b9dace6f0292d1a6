import type { ActionDefinition } from './definition';
import { parseSelect } from '../../syntax/parser';
import { compileHogQL } from '../../compile/compile-hogql';
import { referencedActions } from './referenced-actions';
import { compileContext } from '../../compile/test-support/context';

function action(steps: ActionDefinition['steps']): ActionDefinition {
  return { id: 1, name: 'Paid', steps };
}

function referencedIn(source: string) {
  return referencedActions(parseSelect(source));
}

describe('referencedActions', () => {
  it('finds ids and names anywhere, once', () => {
    expect(
      referencedIn(
        "with x as (select event from events where matchesAction(1)) select countIf(matchesAction('Paid')) from events where matchesAction(1) or event in (select event from x)",
      ),
    ).toEqual([1, 'Paid']);
  });

  it('finds none', () => {
    expect(referencedIn('select 1')).toEqual([]);
  });

  it('rejects computed references', () => {
    expect(() => referencedIn('select matchesAction(1 + 1) from events')).toThrow(
      'action() takes only constant arguments',
    );
  });
});

describe('matchesAction', () => {
  it.each([
    ['select matchesAction(5) from events', 'Could not find an action with the ID 5'],
    ["select matchesAction('x') from events", "Could not find an action with the name 'x'"],
    ["select matchesAction('twice') from events", "Found multiple actions with name 'twice'"],
    [
      'select matchesAction(1) from persons',
      'matchesAction can only be used in a SELECT from events',
    ],
    ['select matchesAction(3) from events', 'Could not find cohort with ID 1'],
    [
      'select matchesAction(4) from events',
      "The property operator 'sounds_like' is not supported yet",
    ],
  ])('%s', (source, message) => {
    const actions = new Map<number | string, ActionDefinition | 'ambiguous'>([
      [1, action([])],
      [3, action([{ properties: [{ key: 'id', value: 1, type: 'cohort' }] }])],
      [4, action([{ properties: [{ key: 'v', value: '1', operator: 'sounds_like' }] }])],
      ['twice', 'ambiguous'],
    ]);
    expect(() => compileHogQL(source, compileContext({ actions }))).toThrow(message);
  });

  it('reads the events of its SELECT under their alias', () => {
    const { sql, params } = compileHogQL(
      'select count() from events as e where matchesAction(1) limit 1',
      compileContext({ actions: new Map([[1, action([{ event: 'buy' }])]]) }),
    );
    expect(sql).toContain('AND equals(t.event, {p0:String})) AS r0 LIMIT 1');
    expect(params).toEqual({ p0: 'buy' });
  });
});
