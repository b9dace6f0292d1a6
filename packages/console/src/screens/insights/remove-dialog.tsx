import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';

/** A confirmation for the deletion of an insight. */
export function RemoveDialog(props: {
  readonly name: string;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) {
  const { name, busy, onClose, onConfirm } = props;
  return (
    <Dialog
      title="Delete the insight?"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" icon="trash-2" busy={busy} onClick={onConfirm}>
            Delete
          </Button>
        </>
      }
    >
      <p>
        “{name}” is removed from the list and from all dashboards. The events that it counts are
        kept.
      </p>
    </Dialog>
  );
}
