import { useState } from 'react';
import { TextField } from '../../../ui/field/field';

interface TextDraftProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly labelHidden?: boolean;
  readonly placeholder?: string;
  readonly onDone: (text: string) => void;
}

/** A text field. Enter, or leaving the field, applies the change. */
export function TextDraft(props: TextDraftProps) {
  // A new value in the query, for example after the Back button, replaces the typed text.
  return <Draft key={props.value} {...props} />;
}

function Draft({ value, onDone, ...field }: TextDraftProps) {
  const [text, setText] = useState(value);
  const finish = (): void => {
    if (text.trim() !== value) onDone(text.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <TextField
        {...field}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={finish}
      />
    </form>
  );
}
