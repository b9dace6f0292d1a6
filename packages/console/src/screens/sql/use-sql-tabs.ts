import type { Dispatch } from 'react';
import { useEffect, useReducer } from 'react';
import type { SqlTabs, TabsAction } from '../../queries/sql/tabs';
import { changeTabs, emptyTab, parseTabs } from '../../queries/sql/tabs';

/**
 * The drafts of a project, which are kept in this browser. Each window keeps its own drafts when it is reloaded. A new
 * window starts with the drafts that were changed last.
 */
export function useSqlTabs(projectId: number): readonly [SqlTabs, Dispatch<TabsAction>] {
  const key = `tidemark.sql.${projectId}`;
  const [state, dispatch] = useReducer(changeTabs, key, stored);
  useEffect(() => {
    const text = JSON.stringify(state);
    try {
      sessionStorage.setItem(key, text);
      localStorage.setItem(key, text);
    } catch {
      // The storage of the browser is full or blocked: drafts are lost when the page is closed.
    }
  }, [key, state]);
  return [state, dispatch];
}

export function newId(): string {
  return crypto.randomUUID();
}

function stored(key: string): SqlTabs {
  const found = parseTabs(sessionStorage.getItem(key)) ?? parseTabs(localStorage.getItem(key));
  if (found !== null) return found;
  const tab = emptyTab(newId(), []);
  return { tabs: [tab], activeId: tab.id, closed: [] };
}
