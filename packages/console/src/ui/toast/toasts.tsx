import { useSyncExternalStore } from 'react';
import { IconButton } from '../button/button';
import { Notice } from '../state/states';
import styles from './toasts.module.css';

interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'danger';
  readonly text: string;
}

const SHOWN_MS = 6_000;
let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message at the bottom of the page. An error stays until the user closes it. */
export function toast(kind: Toast['kind'], text: string): void {
  lastId += 1;
  const id = lastId;
  change([...shown.slice(-3), { id, kind, text }]);
  if (kind === 'success') setTimeout(() => close(id), SHOWN_MS);
}

function close(id: number): void {
  change(shown.filter((entry) => entry.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The element that shows the toasts; rendered once per page. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  return (
    <div className={styles.toasts} aria-live="polite">
      {toasts.map(({ id, kind, text }) => (
        <div key={id} className={styles.toast}>
          <Notice kind={kind}>{text}</Notice>
          <IconButton icon="x" label="Close the message" onClick={() => close(id)} />
        </div>
      ))}
    </div>
  );
}
