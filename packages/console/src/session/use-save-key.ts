import { useEffect, useEffectEvent } from 'react';

/** Saves on Ctrl or ⌘ with S, instead of opening the browser's dialog for saving the page. */
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
