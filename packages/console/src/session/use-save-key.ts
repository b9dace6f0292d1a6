import { useEffect, useEffectEvent } from 'react';

/** Ctrl or ⌘ with S saves; the browser's own dialog for saving a page never opens here. */
export function useSaveKey(isEnabled: boolean, save: () => void): void {
  const onSave = useEffectEvent(() => {
    if (isEnabled) save();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      onSave();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
