import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useRef } from 'react';
import { useAddressSearch } from '../../session/address';
import type { Project } from '../../session/me';
import { copyText } from '../../queries/grid/cell-text';
import { placeholdersOf } from '../../queries/sql/placeholders';
import type { HogQLQuery } from '../../queries/sql/sql-query';
import { hogqlQuery, sqlQueryIn } from '../../queries/sql/sql-query';
import { partToRun } from '../../queries/sql/statements';
import type { SqlTab, TabRun } from '../../queries/sql/tabs';
import { emptyTab, newRun, runBefore } from '../../queries/sql/tabs';
import type { SqlEditorHandle } from '../../ui/editor/sql-editor';
import type { SavedQuery } from './saved';
import { useDraftsFromAddress } from './use-drafts-from-address';
import { useCancelRun, useRuns } from './use-runs';
import { newId, useSqlTabs } from './use-sql-tabs';
import { variablesQuery, variableValues } from './variables';

export type Workbench = ReturnType<typeof useWorkbench>;

/** The drafts of a project with all of their commands. */
export function useWorkbench(project: Project, editor: RefObject<SqlEditorHandle | null>) {
  const { view } = useAddressSearch();
  const [state, dispatch] = useSqlTabs(project.id);
  const { tabs, activeId } = state;
  const tab = tabs.find(({ id }) => id === activeId) ?? emptyTab(activeId, []);
  const placeholders = placeholdersOf(tab.text);
  const variables = useQuery({
    ...variablesQuery(project.id),
    enabled: placeholders.variables.length > 0,
  }).data;
  const cancelRun = useCancelRun(project.id);
  const runState = useRuns(project.id, tabs, tab, (runKey, queryId) =>
    dispatch({ type: 'started', runKey, queryId }),
  );
  const change = (changes: Partial<Omit<SqlTab, 'id'>>): void =>
    dispatch({ type: 'change', id: tab.id, change: changes });

  const nodeOf = (text: string): HogQLQuery => {
    const used = placeholdersOf(text);
    const values = variableValues(variables ?? [], used.variables, tab.values);
    const { range } = tab;
    const dateRange = { date_from: range.date_from ?? null, date_to: range.date_to ?? null };
    return hogqlQuery(text, values, used.hasFilters ? { dateRange } : null);
  };
  const start = (run: TabRun): void => {
    if (tab.run !== null && runState.isRunning) void cancelRun(tab.run.key);
    change({ run });
  };
  const open = (text: string, more: Partial<SqlTab> = {}): void =>
    dispatch({ type: 'open', tab: { ...emptyTab(newId(), tabs, text), ...more } });

  const writeAddress = useAddressOfDrafts(project.id, { tabs, tab, dispatch, open });

  const run = (): void => {
    const read = editor.current?.read();
    const part = read === undefined ? null : partToRun(read.text, read);
    if (part === null) return;
    const query = nodeOf(part.text);
    start(newRun(newId(), query, part.start, tab.run));
    // The result is shown in the same way as the one before.
    writeAddress(query, { view });
  };

  const showError = useErrorPlace(project.id, tab, editor);

  return {
    state,
    dispatch,
    tab,
    placeholders,
    runState,
    change,
    nodeOf,
    open,
    run,
    showError,
    /** Runs the query of the result again and ignores the stored result. */
    refresh: (): void => {
      if (tab.run === null) return;
      start({ ...newRun(newId(), tab.run.query, tab.run.start, tab.run), force: true });
    },
    cancel: (): void => {
      if (tab.run === null) return;
      void cancelRun(tab.run.key);
      change({ run: runBefore(tab.run) });
    },
    close: (id: string): void => {
      const closed = tabs.find((other) => other.id === id);
      const runKey = closed?.run?.key;
      if (runKey !== undefined) void cancelRun(runKey);
      dispatch({ type: 'close', id, replacement: emptyTab(newId(), []) });
    },
  };
}

/**
 * Opens the query of the URL in a tab.
 *
 * @returns a function that writes the query of a run into the URL
 */
function useAddressOfDrafts(
  projectId: number,
  drafts: {
    readonly tabs: readonly SqlTab[];
    readonly tab: SqlTab;
    readonly dispatch: ReturnType<typeof useSqlTabs>[1];
    readonly open: (text: string, more?: Partial<SqlTab>) => void;
  },
) {
  const { tabs, tab, dispatch, open } = drafts;
  const show = (same: SqlTab | undefined, query: HogQLQuery, more: Partial<SqlTab>): void => {
    if (same !== undefined) dispatch({ type: 'activate', id: same.id });
    else {
      const run = newRun(newId(), query, 0, null);
      open(query.query, { run, ...more, ...inputsOf(query) });
    }
  };
  const openers = {
    openQuery(query: HogQLQuery) {
      const same = tabs.find(({ run }) => sqlQueryIn(run?.query)?.query === query.query);
      show(same, query, {});
    },
    openSaved(saved: SavedQuery, query: HogQLQuery) {
      const same = tabs.find(({ insight }) => insight?.shortId === saved.short_id);
      show(same, query, { insight: insightOf(saved) });
    },
  };
  return useDraftsFromAddress(projectId, openers, tab);
}

/** @returns a function that marks the error in the statement of the run */
function useErrorPlace(
  projectId: number,
  { run }: SqlTab,
  editor: RefObject<SqlEditorHandle | null>,
): () => Promise<void> {
  const lastCheck = useRef<AbortController>(null);
  return async () => {
    const query = sqlQueryIn(run?.query);
    if (run === null || query === null) return;
    lastCheck.current?.abort();
    const stop = new AbortController();
    lastCheck.current = stop;
    // Needs no request, because the editor has already loaded this module.
    const { checkAt } = await import('./editor-sources');
    const part = { text: query.query, start: run.start };
    const marks = await checkAt(projectId, query, part, stop.signal);
    editor.current?.mark(marks);
    editor.current?.reveal(marks[0]?.from ?? part.start);
  };
}

/** The reference from a tab to a saved insight. */
export function insightOf({ short_id, name }: SavedQuery): SqlTab['insight'] {
  return { shortId: short_id, name: name ?? 'Without a name' };
}

/** The values of variables and the range that a query contains. */
function inputsOf({ variables, filters }: HogQLQuery): Partial<SqlTab> {
  const values = Object.values(variables ?? {}).flatMap(({ code_name, value }) =>
    value === null || value === undefined ? [] : [[code_name, copyText(value)] as const],
  );
  return {
    values: Object.fromEntries(values),
    ...(filters?.dateRange !== undefined && { range: filters.dateRange }),
  };
}
