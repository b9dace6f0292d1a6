import { changeTabs, emptyTab, newRun, parseTabs, runBefore } from './tabs';

const first = emptyTab('a', [], 'select 1');
const second = emptyTab('b', [first], 'select 2');
const state = { tabs: [first, second], activeId: 'b', closed: [] };

describe('tabs of drafts', () => {
  it('are named by the first free number', () => {
    expect([first.title, second.title, emptyTab('c', [second]).title]).toEqual([
      'Query 1',
      'Query 2',
      'Query 1',
    ]);
  });

  it('open and close: the neighbour becomes active, the last one leaves an empty draft', () => {
    const spare = emptyTab('spare', []);
    const one = changeTabs(state, { type: 'close', id: 'b', replacement: spare });
    expect(one).toEqual({ tabs: [first], activeId: 'a', closed: [second] });
    expect(changeTabs(one, { type: 'reopen' })).toEqual(state);
    expect(changeTabs(one, { type: 'close', id: 'a', replacement: spare }).activeId).toBe('spare');
  });

  it('keep the id of the run that has started, also when another one has replaced it', () => {
    const run = newRun('new', {}, 0, null);
    const running = changeTabs(state, { type: 'change', id: 'a', change: { run } });
    const late = changeTabs(running, { type: 'started', runKey: 'old', queryId: 'x' });
    expect(late.tabs[0]?.run?.queryId).toBeNull();
    const found = changeTabs(running, { type: 'started', runKey: 'new', queryId: 'y' });
    expect(found.tabs[0]?.run?.queryId).toBe('y');
  });

  it('go back to the run before when one is cancelled', () => {
    const one = newRun('1', {}, 0, null);
    const three = newRun('3', {}, 0, newRun('2', {}, 0, one));
    expect(runBefore(three)?.key).toBe('2');
    expect(runBefore(one)).toBeNull();
  });

  it('survive their storage; what is not ours is dropped', () => {
    expect(parseTabs(JSON.stringify(state))).toEqual(state);
    expect(parseTabs('{"tabs":[{"id":1}]}')).toBeNull();
    expect(parseTabs('no json')).toBeNull();
    expect(parseTabs(JSON.stringify({ ...state, activeId: 'gone' }))?.activeId).toBe('a');
  });
});
