import { useSyncExternalStore } from 'react';

/** The output: a picture has the width of the screen, a print has the width of a sheet of paper. */
export type PaperForm = 'picture' | 'print';

const listeners = new Set<() => void>();
/** The time at which drawing for paper began, as ISO 8601 text; null on the screen. */
let drawnAt: string | null = null;

function isOnPaper(): boolean {
  return document.documentElement.dataset['paper'] !== undefined;
}

/**
 * Draws the page for paper (a picture or a print) until the returned function is called: in the light theme, without
 * controls, and with all parts that are otherwise loaded when they come into view.
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

/** Draws the page for paper also when the user prints it with the command of the browser. */
export function listenToPrinting(): void {
  let end = (): void => undefined;
  addEventListener('beforeprint', () => {
    // A print by `PaperDialog` has already begun and ends by itself.
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
