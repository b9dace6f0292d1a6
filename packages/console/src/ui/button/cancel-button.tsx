import { useMutation } from '@tanstack/react-query';
import { Button } from './button';

/** Cancels something that is under way. */
export function CancelButton(props: {
  readonly onCancel: () => Promise<unknown>;
  /** Reloads what is shown. */
  readonly onSettled: () => Promise<unknown>;
  /** See `Button`. */
  readonly blockedBy: string | null;
}) {
  const cancel = useMutation({
    mutationFn: props.onCancel,
    // It may have ended in the meantime, so that its state is also reloaded after an error.
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
