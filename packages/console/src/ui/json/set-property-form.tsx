import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../button/button';
import { TextField } from '../field/field';
import { Row } from '../layout/page';

interface SetPropertyFormProps {
  readonly blockedBy: string | null;
  readonly onSet: (property: { readonly key: string; readonly value: unknown }) => Promise<unknown>;
}

/** A form that sets a property. The typed values are kept if the request fails. */
export function SetPropertyForm({ blockedBy, onSet }: SetPropertyFormProps) {
  const [key, setKey] = useState('');
  const [text, setText] = useState('');
  const set = useMutation({
    mutationFn: () => onSet({ key: key.trim(), value: typedValue(text) }),
    onSuccess: () => {
      setKey('');
      setText('');
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '' && text !== '') set.mutate();
      }}
    >
      <Row>
        <TextField
          label="Name of the property"
          labelHidden
          placeholder="Name of the property"
          spellCheck={false}
          value={key}
          onChange={({ target }) => setKey(target.value)}
        />
        <TextField
          label="Value"
          labelHidden
          placeholder="Text, number or JSON"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button
          type="submit"
          icon="save"
          blockedBy={blockedBy}
          busy={set.isPending}
          disabled={key.trim() === '' || text === ''}
        >
          Set
        </Button>
      </Row>
    </form>
  );
}

/** Parses numbers, booleans and other JSON; any other text is the value itself. */
function typedValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
