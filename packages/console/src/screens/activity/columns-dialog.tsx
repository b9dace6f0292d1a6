import { useState } from 'react';
import {
  columnExpression,
  columnLabel,
  DEFAULT_COLUMNS,
  PERSON,
} from '../../queries/activity/events-query';
import { Button, IconButton } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { PropertyPicker } from '../../ui/filters/property-picker';
import type { PropertyEntry } from '../../ui/filters/property-lists';
import styles from './activity.module.css';

interface ColumnsDialogProps {
  readonly projectId: number;
  readonly columns: readonly string[];
  readonly onChange: (columns: readonly string[] | undefined) => void;
  readonly onClose: () => void;
}

const FIXED = ['timestamp', 'event', PERSON, 'distinct_id'];

/** Chooses the columns of the list and their order. */
export function ColumnsDialog({ projectId, columns, onChange, onClose }: ColumnsDialogProps) {
  const [chosen, setChosen] = useState(columns);
  const add = (expression: string): void => {
    if (!chosen.includes(expression)) setChosen([...chosen, expression]);
  };
  const move = (from: number, to: number): void => {
    const moved = chosen[from];
    if (moved === undefined) return;
    setChosen(chosen.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const apply = (next: readonly string[]): void => {
    const isDefault = next.join('\n') === DEFAULT_COLUMNS.join('\n');
    onChange(isDefault ? undefined : next);
    onClose();
  };
  return (
    <Dialog
      title="Columns"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => apply(DEFAULT_COLUMNS)}>Reset</Button>
          <Button kind="primary" disabled={chosen.length === 0} onClick={() => apply(chosen)}>
            Apply
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <section aria-label="Shown columns">
          <h3>Shown, from left to right</h3>
          <ol>
            {chosen.map((expression, position) => (
              <li key={expression}>
                <span className={styles.columnName}>{columnLabel(expression)}</span>
                <IconButton
                  icon="arrow-up"
                  label={`Move ${columnLabel(expression)} to the left`}
                  disabled={position === 0}
                  onClick={() => move(position, position - 1)}
                />
                <IconButton
                  icon="arrow-down"
                  label={`Move ${columnLabel(expression)} to the right`}
                  disabled={position === chosen.length - 1}
                  onClick={() => move(position, position + 1)}
                />
                <IconButton
                  icon="x"
                  label={`Remove ${columnLabel(expression)}`}
                  onClick={() => setChosen(chosen.toSpliced(position, 1))}
                />
              </li>
            ))}
          </ol>
        </section>
        <section aria-label="Add columns">
          <h3>Add</h3>
          <div className={styles.fixed}>
            {FIXED.filter((expression) => !chosen.includes(expression)).map((expression) => (
              <Button key={expression} icon="plus" onClick={() => add(expression)}>
                {columnLabel(expression)}
              </Button>
            ))}
          </div>
          <PropertyPicker
            projectId={projectId}
            kinds={['event', 'person', 'session', 'hogql']}
            label="Column"
            onPick={(entry: PropertyEntry) => {
              if (entry.key !== '') add(columnExpression(entry.kind, entry.key));
            }}
          />
        </section>
      </div>
    </Dialog>
  );
}
