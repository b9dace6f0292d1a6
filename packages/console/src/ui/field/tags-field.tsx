import { useState } from 'react';
import { tagsOf } from '../../queries/tags';
import { TextField } from './field';

/** Tags as a text with commas between them. */
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
      hint="Words with commas between them."
      disabled={disabled}
      // Another draft, for example a discarded one, has other tags than were typed.
      value={tagsOf(text).join() === tags.join() ? text : tags.join(', ')}
      onChange={({ target }) => {
        setText(target.value);
        onChange(tagsOf(target.value));
      }}
    />
  );
}
