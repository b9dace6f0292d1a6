import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import { Icon } from '../icon/icon';
import { SafeLink } from './safe-link';
import styles from './json-tree.module.css';

/** The number of entries of an object or list that are shown first; a button shows more. */
const FIRST_ENTRIES = 100;

interface NodeProps {
  readonly name: string | null;
  readonly value: unknown;
  readonly openTo: number;
}

/** A JSON value as a tree whose objects and lists can be unfolded. */
export function JsonTree({
  value,
  openTo = 2,
}: {
  readonly value: unknown;
  readonly openTo?: number;
}) {
  return (
    <ul className={styles.tree} onKeyDown={onArrow}>
      <Node name={null} value={value} openTo={openTo} />
    </ul>
  );
}

function Node({ name, value, openTo }: NodeProps) {
  if (typeof value === 'object' && value !== null) {
    return <Branch name={name} value={value} openTo={openTo} />;
  }
  return (
    <li className={styles.leaf}>
      <Name name={name} />
      <Scalar value={value} />
    </li>
  );
}

function Branch({ name, value, openTo }: NodeProps & { readonly value: object }) {
  const [isOpen, setOpen] = useState(openTo > 0);
  const [shown, setShown] = useState(FIRST_ENTRIES);
  const isList = Array.isArray(value);
  const entries = Object.entries(value as Record<string, unknown>);
  const summary = isList ? `[${entries.length}]` : `{${entries.length}}`;
  return (
    <li>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <Name name={name} />
        <span className={styles.summary}>{summary}</span>
      </button>
      {isOpen && (
        <ul>
          {entries.slice(0, shown).map(([key, entry]) => (
            <Node key={key} name={key} value={entry} openTo={openTo - 1} />
          ))}
          {entries.length > shown && (
            <li>
              <button
                type="button"
                className={styles.toggle}
                onClick={() => setShown(shown + FIRST_ENTRIES * 5)}
              >
                {entries.length - shown} more
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function Name({ name }: { readonly name: string | null }) {
  return name === null ? null : <span className={styles.name}>{name}: </span>;
}

/** A value that is not an object or list; its colour shows its type. */
export function Scalar({ value }: { readonly value: unknown }) {
  if (typeof value === 'string') {
    return (
      <span className={styles.text}>
        <SafeLink text={value} />
      </span>
    );
  }
  return <span className={styles.literal}>{String(value)}</span>;
}

/** The right arrow unfolds the focused branch, the left arrow folds it. */
function onArrow(event: KeyboardEvent): void {
  const { target } = event;
  if (!(target instanceof HTMLButtonElement)) return;
  const isOpen = target.getAttribute('aria-expanded') === 'true';
  if ((event.key === 'ArrowRight' && !isOpen) || (event.key === 'ArrowLeft' && isOpen)) {
    event.preventDefault();
    target.click();
  }
}
