import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useBlockedBy, useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { PropertyList } from '../../ui/json/property-list';
import { Card, Row, Stack } from '../../ui/layout/page';
import { MenuItem } from '../../ui/menu/menu';
import { toast } from '../../ui/toast/toasts';
import type { Person } from './person-data';
import { removeProperty, setProperty } from './person-changes';

/** The properties of a person as they are now: set, changed and removed here. */
export function PersonProperties({ person }: { readonly person: Person }) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const blockedBy = useBlockedBy('person:write');
  const remove = useMutation({
    mutationFn: (key: string) => removeProperty(projectId, person.id, key),
    onSuccess: async (_, key) => {
      await client.invalidateQueries({ queryKey: ['person', projectId] });
      toast('success', `Removed ${key}.`);
    },
  });
  return (
    <Card>
      <Stack>
        <SetProperty personId={person.id} blockedBy={blockedBy} />
        <PropertyList
          properties={person.properties}
          actions={(key) => (
            <MenuItem
              icon="trash-2"
              disabled={blockedBy !== null}
              onClick={() => remove.mutate(key)}
            >
              Remove the property
            </MenuItem>
          )}
        />
      </Stack>
    </Card>
  );
}

function SetProperty(props: { readonly personId: string; readonly blockedBy: string | null }) {
  const { personId, blockedBy } = props;
  const projectId = useProjectId();
  const client = useQueryClient();
  const [key, setKey] = useState('');
  const [text, setText] = useState('');
  const set = useMutation({
    mutationFn: () => setProperty(projectId, personId, { key: key.trim(), value: typed(text) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['person', projectId] });
      toast('success', `Set ${key.trim()}.`);
      setKey('');
      setText('');
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '') set.mutate();
      }}
    >
      <Row>
        <TextField
          label="Property"
          labelHidden
          placeholder="Property"
          spellCheck={false}
          value={key}
          onChange={({ target }) => setKey(target.value)}
        />
        <TextField
          label="Value"
          labelHidden
          placeholder="Value: text, number, true or JSON"
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

/** Numbers, booleans and JSON as such, all else as text. */
function typed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
