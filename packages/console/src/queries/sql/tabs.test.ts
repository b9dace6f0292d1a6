import { changeTabs, emptyTab, parseTabs } from './tabs';

const first = emptyTab('a', [], 'select 1');
const second = emptyTab('b', [first], 'select 2');
const state = { tabs: [first, second], activeId: 'b' };

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
    expect(one).toEqual({ tabs: [first], activeId: 'a' });
    expect(changeTabs(one, { type: 'close', id: 'a', replacement: spare }).activeId).toBe('spare');
  });

  it('keep the id of the run that has started, also when another one has replaced it', () => {
    const run = { key: 'new', queryId: null, query: {}, start: 0 };
    const running = changeTabs(state, { type: 'change', id: 'a', change: { run } });
    const late = changeTabs(running, { type: 'started', runKey: 'old', queryId: 'x' });
    expect(late.tabs[0]?.run?.queryId).toBeNull();
    const found = changeTabs(running, { type: 'started', runKey: 'new', queryId: 'y' });
    expect(found.tabs[0]?.run?.queryId).toBe('y');
  });

  it('survive their storage; what is not ours is dropped', () => {
    expect(parseTabs(JSON.stringify(state))).toEqual(state);
    expect(parseTabs('{"tabs":[{"id":1}]}')).toBeNull();
    expect(parseTabs('no json')).toBeNull();
    expect(parseTabs(JSON.stringify({ ...state, activeId: 'gone' }))?.activeId).toBe('a');
  });
});
