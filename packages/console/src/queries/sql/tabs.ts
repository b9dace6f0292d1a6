import type { WireRange } from '../date-range';

/** A run whose id is stored, so that it can be found after a reload of the page. */
export interface TabRun {
  /** Identifies the run in this browser; each run has a new key. */
  readonly key: string;
  /** The id of the run on the server; null until the run is sent. */
  readonly queryId: string | null;
  /** The query that was sent. */
  readonly query: unknown;
  /** The offset of the statement in the draft. */
  readonly start: number;
  /** Whether the result is computed even if there is a stored result. */
  readonly force: boolean;
  /**
   * The previous run. Its result is shown dimmed until this run has a result, and is restored if this run is cancelled.
   */
  readonly previous: Omit<TabRun, 'previous'> | null;
}

/** A run that has not been sent yet. */
export function newRun(key: string, query: unknown, start: number, before: TabRun | null): TabRun {
  const previous = before === null ? null : withoutPrevious(before);
  return { key, queryId: null, query, start, force: false, previous };
}

/** The previous run, which becomes current again when a run is cancelled. */
export function runBefore(run: TabRun): TabRun | null {
  return run.previous === null ? null : { ...run.previous, previous: null };
}

function withoutPrevious({ key, queryId, query, start, force }: TabRun) {
  return { key, queryId, query, start, force };
}

/** A draft of one or more statements. It does not contain their results. */
export interface SqlTab {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The saved insight that the draft will change; null for a new one. */
  readonly insight: { readonly shortId: string; readonly name: string } | null;
  readonly run: TabRun | null;
  /** The values of `{variables.…}` by code name. */
  readonly values: Readonly<Record<string, string>>;
  /** The range of `{filters}`. */
  readonly range: WireRange;
}

export interface SqlTabs {
  readonly tabs: readonly SqlTab[];
  readonly activeId: string;
  /** Closed drafts that are not empty; the last closed one is first. */
  readonly closed: readonly SqlTab[];
}

/** The number of closed drafts that can be reopened. */
const CLOSED_KEPT = 10;

export type TabsAction =
  | { readonly type: 'open'; readonly tab: SqlTab }
  | { readonly type: 'close'; readonly id: string; readonly replacement: SqlTab }
  | { readonly type: 'reopen' }
  | { readonly type: 'activate'; readonly id: string }
  | { readonly type: 'change'; readonly id: string; readonly change: Partial<Omit<SqlTab, 'id'>> }
  | { readonly type: 'started'; readonly runKey: string; readonly queryId: string | null };

export function changeTabs(state: SqlTabs, action: TabsAction): SqlTabs {
  switch (action.type) {
    case 'open':
      return { ...state, tabs: [...state.tabs, action.tab], activeId: action.tab.id };
    case 'reopen':
      return reopened(state);
    case 'activate':
      return { ...state, activeId: action.id };
    case 'change':
      return eachTab(state, (tab) => (tab.id === action.id ? { ...tab, ...action.change } : tab));
    case 'started':
      return eachTab(state, (tab) =>
        tab.run?.key === action.runKey
          ? { ...tab, run: { ...tab.run, queryId: action.queryId } }
          : tab,
      );
    case 'close':
      return closedTab(state, action.id, action.replacement);
  }
}

/** An empty draft, whose name has the first free number. */
export function emptyTab(id: string, others: readonly SqlTab[], text = ''): SqlTab {
  const taken = new Set(others.map(({ title }) => title));
  let number = 1;
  while (taken.has(`Query ${number}`)) number += 1;
  const title = `Query ${number}`;
  const range = { date_from: '-30d', date_to: null };
  return { id, title, text, insight: null, run: null, values: {}, range };
}

/** Reads stored tabs; null if the text is not in their format. */
export function parseTabs(stored: string | null): SqlTabs | null {
  if (stored === null) return null;
  try {
    const { tabs, activeId, closed } = JSON.parse(stored) as Partial<SqlTabs>;
    if (!Array.isArray(tabs)) return null;
    const known = tabs.filter(isTab).map((tab) => ({ ...emptyTab(tab.id, []), ...tab }));
    const [first] = known;
    if (first === undefined) return null;
    const isKnown = known.some(({ id }) => id === activeId);
    const active = isKnown ? (activeId ?? first.id) : first.id;
    return {
      tabs: known,
      activeId: active,
      closed: Array.isArray(closed) ? closed.filter(isTab) : [],
    };
  } catch {
    // The stored value has an unknown format: the screen starts with an empty draft.
    return null;
  }
}

function isTab(value: unknown): value is SqlTab {
  const tab = (value ?? {}) as Partial<Record<keyof SqlTab, unknown>>;
  return [tab.id, tab.title, tab.text].every((field) => typeof field === 'string');
}

function eachTab(state: SqlTabs, change: (tab: SqlTab) => SqlTab): SqlTabs {
  return { ...state, tabs: state.tabs.map(change) };
}

function reopened(state: SqlTabs): SqlTabs {
  const [tab, ...closed] = state.closed;
  return tab === undefined ? state : { tabs: [...state.tabs, tab], activeId: tab.id, closed };
}

function closedTab(state: SqlTabs, id: string, replacement: SqlTab): SqlTabs {
  const index = state.tabs.findIndex((tab) => tab.id === id);
  const tab = state.tabs[index];
  if (tab === undefined) return state;
  const rest = state.tabs.filter((other) => other !== tab);
  const tabs = rest.length > 0 ? rest : [replacement];
  const hasText = tab.text.trim() !== '';
  const closed = hasText ? [{ ...tab, run: null }, ...state.closed] : state.closed;
  const next = tabs[Math.min(index, tabs.length - 1)] ?? replacement;
  const activeId = state.activeId === id ? next.id : state.activeId;
  return { tabs, activeId, closed: closed.slice(0, CLOSED_KEPT) };
}
