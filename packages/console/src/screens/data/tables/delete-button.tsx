import type { ReactNode } from 'react';
import { useProjectId } from '../../../session/me';
import { ConfirmButton } from '../../../ui/dialog/confirm-button';
import { useTablesChanged } from './use-tables-changed';

/** Deletes a table, view or join after confirmation, and reloads what depends on it. */
export function DeleteButton(props: {
  readonly name: string;
  /** The question; by default about the name alone. */
  readonly title?: string;
  readonly blockedBy: string | null;
  readonly remove: () => Promise<unknown>;
  /** The consequences. */
  readonly children: ReactNode;
}) {
  const { name, title = `Delete ${name}?`, blockedBy, remove, children } = props;
  const changed = useTablesChanged(useProjectId());
  return (
    <ConfirmButton
      label={`Delete ${name}`}
      text="Delete"
      blockedBy={blockedBy}
      title={title}
      onConfirm={async () => {
        await remove();
        await changed();
      }}
    >
      {children}
    </ConfirmButton>
  );
}
