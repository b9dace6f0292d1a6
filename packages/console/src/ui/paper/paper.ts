import { useSyncExternalStore } from 'react';

/** The purpose of the drawing: a picture keeps the width of the screen, a print has the width of a sheet. */
export type PaperForm = 'picture' | 'print';

const listeners = new Set<() => void>();
/** The time at which the page was drawn for paper, as ISO 8601 text; null for the screen. */
let drawnAt: string | null = null;

function isOnPaper(): boolean {
  return document.documentElement.dataset['paper'] !== undefined;
}

/**
 * Draws the page for paper until the returned function is called: light, without controls, with everything that is
 * loaded when it comes into view.
 */
export function beginPaper(form: PaperForm): () => void {
  if (isOnPaper()) return () => undefined;
  const { dataset } = document.documentElement;
  const theme = dataset['theme'];
  dataset['paper'] = form;
  dataset['theme'] = 'light';
  drawnAt = new Date().toISOString();
  notify();
  return () => {
    delete dataset['paper'];
    if (theme === undefined) delete dataset['theme'];
    else dataset['theme'] = theme;
    drawnAt = null;
    notify();
  };
}

/** Has the browser's own command for printing draw the page for paper, too. */
export function listenToPrinting(): void {
  let end = (): void => undefined;
  addEventListener('beforeprint', () => {
    // A print that was prepared ends its own way.
    if (!isOnPaper()) end = beginPaper('print');
  });
  addEventListener('afterprint', () => {
    end();
    end = () => undefined;
  });
}

/** Whether the page is drawn for paper. */
export function usePaper(): boolean {
  return useSyncExternalStore(subscribe, isOnPaper);
}

/** The time at which the page was drawn for paper; null on the screen. */
export function usePaperTime(): string | null {
  return useSyncExternalStore(subscribe, () => drawnAt);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
