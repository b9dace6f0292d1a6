/** A run that the server knows by an id, so that it is found again after a reload. */
export interface TabRun {
  /** Identity in this browser; a new one for each run. */
  readonly key: string;
  /** The id at the server; null until the run was sent. */
  readonly queryId: string | null;
  /** The query node that was sent. */
  readonly query: unknown;
  /** Where its text began in the draft. */
  readonly start: number;
}

/** A draft of the project; nothing of a result is kept. */
export interface SqlTab {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The saved insight that the draft changes. */
  readonly insight: { readonly shortId: string; readonly name: string } | null;
  readonly run: TabRun | null;
  /** Values for `{variables.…}` by code name. */
  readonly values: Readonly<Record<string, string>>;
  /** `date_from` of `{filters}`; null for all times. */
  readonly dateFrom: string | null;
}

export interface SqlTabs {
  readonly tabs: readonly SqlTab[];
  readonly activeId: string;
}

export type TabsAction =
  | { readonly type: 'open'; readonly tab: SqlTab }
  | { readonly type: 'close'; readonly id: string; readonly replacement: SqlTab }
  | { readonly type: 'activate'; readonly id: string }
  | { readonly type: 'change'; readonly id: string; readonly change: Partial<Omit<SqlTab, 'id'>> }
  | { readonly type: 'started'; readonly runKey: string; readonly queryId: string };

export function changeTabs(state: SqlTabs, action: TabsAction): SqlTabs {
  switch (action.type) {
    case 'open':
      return { tabs: [...state.tabs, action.tab], activeId: action.tab.id };
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
      return closed(state, action.id, action.replacement);
  }
}

/** An empty draft, named by the first free number. */
export function emptyTab(id: string, others: readonly SqlTab[], text = ''): SqlTab {
  const taken = new Set(others.map(({ title }) => title));
  let number = 1;
  while (taken.has(`Query ${number}`)) number += 1;
  const title = `Query ${number}`;
  return { id, title, text, insight: null, run: null, values: {}, dateFrom: '-30d' };
}

/** Tabs of a stored text; null when it is none of ours. */
export function parseTabs(stored: string | null): SqlTabs | null {
  if (stored === null) return null;
  try {
    const { tabs, activeId } = JSON.parse(stored) as Partial<SqlTabs>;
    if (!Array.isArray(tabs)) return null;
    const known = tabs.filter(isTab).map((tab) => ({ ...emptyTab(tab.id, []), ...tab }));
    const [first] = known;
    if (first === undefined) return null;
    const isKnown = known.some(({ id }) => id === activeId);
    return { tabs: known, activeId: isKnown ? (activeId ?? first.id) : first.id };
  } catch {
    // Somebody else wrote it: the screen begins with an empty draft.
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

function closed({ tabs, activeId }: SqlTabs, id: string, replacement: SqlTab): SqlTabs {
  const index = tabs.findIndex((tab) => tab.id === id);
  const rest = tabs.filter((tab) => tab.id !== id);
  const left = rest.length > 0 ? rest : [replacement];
  if (activeId !== id) return { tabs: left, activeId };
  const next = left[Math.min(Math.max(0, index), left.length - 1)] ?? replacement;
  return { tabs: left, activeId: next.id };
}
