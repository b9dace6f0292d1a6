import { useEffect } from 'react';

/** Sets the title of the browser tab; null leaves it unchanged. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · Tidemark`;
  }, [title]);
}
