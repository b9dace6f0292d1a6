import { useMutation } from '@tanstack/react-query';
import { Button } from './button';

/** A button that cancels work in progress. */
export function CancelButton(props: {
  readonly onCancel: () => Promise<unknown>;
  /** Reloads the shown data. */
  readonly onSettled: () => Promise<unknown>;
  /** See `Button`. */
  readonly blockedBy: string | null;
}) {
  const cancel = useMutation({
    mutationFn: props.onCancel,
    // The work may have ended in the meantime, so the data is also reloaded after an error.
    onSettled: props.onSettled,
  });
  return (
    <Button
      kind="quiet"
      icon="x"
      busy={cancel.isPending}
      blockedBy={props.blockedBy}
      onClick={() => cancel.mutate()}
    >
      Cancel
    </Button>
  );
}
