import { useEffect } from 'react';
import { useProjectNavigate } from '../../session/project-link';
import { SCREENS } from '../screens';
import { focusFilter, focusRow } from './list-keys';
import { singleKeysAreOn } from './single-keys';

/** The maximum time between `g` and the letter that follows it. */
const SEQUENCE_MS = 1_200;

/** The types of inputs that take no letters. */
const UNTYPED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'range', 'file']);

/**
 * Keys that work on every screen: Ctrl/⌘ K, `?`, `/`, `j`, `k`, and `g` followed by the letter of a screen.
 */
export function useGlobalKeys(on: {
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}): void {
  const navigate = useProjectNavigate();
  useEffect(() => {
    let goPressedAt = -Infinity;
    const onKey = (event: KeyboardEvent): void => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        on.openPalette();
        return;
      }
      if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return;
      if (!singleKeysAreOn()) return;
      if (event.key === '?') on.openHelp();
      if (event.timeStamp - goPressedAt < SEQUENCE_MS) {
        const screen = SCREENS.find(({ nav }) => nav?.key === event.key);
        goPressedAt = -Infinity;
        if (screen === undefined) return;
        event.preventDefault();
        navigate({ path: screen.path });
      } else if (event.key === 'g') goPressedAt = event.timeStamp;
      else if (!event.defaultPrevented && usedByList(event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

function usedByList(key: string): boolean {
  if (key === '/') return focusFilter();
  if (key === 'j') return focusRow(1);
  return key === 'k' && focusRow(-1);
}

function isTyping(event: KeyboardEvent): boolean {
  // The SQL editor is in a shadow root, so `event.target` would not be the editor itself.
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !UNTYPED.has(target.type);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}
