import { useId, useState } from 'react';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { TextField } from '../../ui/field/field';

/** A dialog that changes the name of an insight. */
export function RenameDialog(props: {
  readonly title?: string;
  readonly name: string;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onDone: (name: string) => void;
}) {
  const { title = 'Rename the insight', name, busy, onClose, onDone } = props;
  const [text, setText] = useState(name.slice(0, 400));
  const form = useId();
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            busy={busy}
            disabled={text.trim() === ''}
          >
            Save
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') onDone(text.trim());
        }}
      >
        <TextField
          label="Name"
          data-autofocus
          maxLength={400}
          value={text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
