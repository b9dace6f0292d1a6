import type { Dispatch } from 'react';
import { useEffect, useReducer } from 'react';
import type { SqlTabs, TabsAction } from '../../queries/sql/tabs';
import { changeTabs, emptyTab, parseTabs } from '../../queries/sql/tabs';

/**
 * The drafts of a project, kept in this browser. Each window keeps its own over a reload; a new window begins with
 * those that were changed last.
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
      // The browser's space is full or closed: drafts then last as long as the page.
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
