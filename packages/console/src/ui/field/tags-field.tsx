import { useState } from 'react';
import { tagsOf } from '../../queries/tags';
import { TextField } from './field';

/** A text field for tags, separated by commas. */
export function TagsField(props: {
  readonly tags: readonly string[];
  readonly disabled?: boolean;
  readonly onChange: (tags: readonly string[]) => void;
}) {
  const { tags, disabled, onChange } = props;
  const [text, setText] = useState(tags.join(', '));
  return (
    <TextField
      label="Tags"
      hint="Words, separated by commas."
      disabled={disabled}
      // If the tags changed outside of the field, for example because the draft was discarded, they replace the typed
      // text.
      value={tagsOf(text).join() === tags.join() ? text : tags.join(', ')}
      onChange={({ target }) => {
        setText(target.value);
        onChange(tagsOf(target.value));
      }}
    />
  );
}
