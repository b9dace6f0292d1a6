import { useSyncExternalStore } from 'react';

/** The name of the theme. Components that draw with its colours render again when it changes. */
export function useThemeName(): string {
  return useSyncExternalStore(subscribe, themeName);
}

function themeName(): string {
  const { theme } = document.documentElement.dataset;
  return theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

function subscribe(listener: () => void): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  media.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    media.removeEventListener('change', listener);
  };
}
