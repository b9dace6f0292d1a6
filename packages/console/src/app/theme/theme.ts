import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';

const KEY = 'tidemark.theme';
const listeners = new Set<() => void>();

/** Chooses a theme for this browser. `public/theme.js` applies it before the first paint. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset['theme'] = theme;
  }
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => {
      const theme = document.documentElement.dataset['theme'];
      return theme === 'light' || theme === 'dark' ? theme : 'system';
    },
  );
}
