import type { ReactNode } from 'react';
import { useProjectId } from '../../../session/me';
import { ConfirmButton } from '../../../ui/dialog/confirm-button';
import { useTablesChanged } from './use-tables-changed';

/** Deletes a table, view or join after a confirmation, and reloads the lists that depend on it. */
export function DeleteButton(props: {
  readonly name: string;
  /** The title of the dialog; by default a question that contains the name. */
  readonly title?: string;
  readonly blockedBy: string | null;
  readonly remove: () => Promise<unknown>;
  /** The text of the dialog: the consequences. */
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
