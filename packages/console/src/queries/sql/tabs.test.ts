import { changeTabs, emptyTab, newRun, parseTabs, runBefore } from './tabs';

const first = emptyTab('a', [], 'select 1');
const second = emptyTab('b', [first], 'select 2');
const state = { tabs: [first, second], activeId: 'b', closed: [] };

describe('tabs of drafts', () => {
  it('get the first free number as their name', () => {
    expect([first.title, second.title, emptyTab('c', [second]).title]).toEqual([
      'Query 1',
      'Query 2',
      'Query 1',
    ]);
  });

  it('can be closed: a neighbour becomes active, and the last one is replaced by an empty draft', () => {
    const spare = emptyTab('spare', []);
    const one = changeTabs(state, { type: 'close', id: 'b', replacement: spare });
    expect(one).toEqual({ tabs: [first], activeId: 'a', closed: [second] });
    expect(changeTabs(one, { type: 'reopen' })).toEqual(state);
    expect(changeTabs(one, { type: 'close', id: 'a', replacement: spare }).activeId).toBe('spare');
  });

  it("store the id of a started run only if it is still the tab's run", () => {
    const run = newRun('new', {}, 0, null);
    const running = changeTabs(state, { type: 'change', id: 'a', change: { run } });
    const late = changeTabs(running, { type: 'started', runKey: 'old', queryId: 'x' });
    expect(late.tabs[0]?.run?.queryId).toBeNull();
    const found = changeTabs(running, { type: 'started', runKey: 'new', queryId: 'y' });
    expect(found.tabs[0]?.run?.queryId).toBe('y');
  });

  it('return to the previous run when the current one is cancelled', () => {
    const one = newRun('1', {}, 0, null);
    const three = newRun('3', {}, 0, newRun('2', {}, 0, one));
    expect(runBefore(three)?.key).toBe('2');
    expect(runBefore(one)).toBeNull();
  });

  it('can be stored and read; invalid entries are dropped', () => {
    expect(parseTabs(JSON.stringify(state))).toEqual(state);
    expect(parseTabs('{"tabs":[{"id":1}]}')).toBeNull();
    expect(parseTabs('no json')).toBeNull();
    expect(parseTabs(JSON.stringify({ ...state, activeId: 'gone' }))?.activeId).toBe('a');
  });
});
