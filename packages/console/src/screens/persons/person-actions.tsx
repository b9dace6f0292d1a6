import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useBlockedBy, useProject } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Checkbox, TextField } from '../../ui/field/field';
import { Stack } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { toast } from '../../ui/toast/toasts';
import type { Person } from './person-data';
import { personQuery } from './person-data';
import { deleteEvents, deletePerson, mergePersons, splitOff } from './person-changes';

type Asked = 'merge' | 'split' | 'delete';

/** Buttons that merge, split or delete a person, each with a confirmation. */
export function PersonActions({ person }: { readonly person: Person }) {
  const blockedBy = useBlockedBy('person:write');
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = (): void => setAsked(null);
  return (
    <>
      <Button blockedBy={blockedBy} onClick={() => setAsked('merge')}>
        Merge
      </Button>
      {person.distinct_ids.length > 1 && (
        <Button blockedBy={blockedBy} onClick={() => setAsked('split')}>
          Split
        </Button>
      )}
      <Button kind="quiet" icon="trash-2" blockedBy={blockedBy} onClick={() => setAsked('delete')}>
        Delete
      </Button>
      {asked === 'merge' && <MergeDialog person={person} onClose={close} />}
      {asked === 'split' && <SplitDialog person={person} onClose={close} />}
      {asked === 'delete' && <DeleteDialog person={person} onClose={close} />}
    </>
  );
}

interface DialogProps {
  readonly person: Person;
  readonly onClose: () => void;
}

/** The maximum number of requests that check whether the event of a merge has been processed. */
const LOOKS = 30;
const LOOK_EVERY_MS = 500;

function MergeDialog({ person, onClose }: DialogProps) {
  const { id: projectId, api_token: apiKey } = useProject();
  const client = useQueryClient();
  const [other, setOther] = useState('');
  const [into = ''] = person.distinct_ids;
  const merge = useMutation({
    meta: { showsOwnError: true },
    mutationFn: async () => {
      const distinctId = other.trim();
      if (person.distinct_ids.includes(distinctId)) {
        throw new Error('This distinct id already belongs to the person.');
      }
      const found = await client.query({ ...personQuery(projectId, distinctId), staleTime: 0 });
      if (found === null) throw new Error('No person has this distinct id.');
      await mergePersons(apiKey, into, distinctId);
      for (let look = 0; look < LOOKS; look += 1) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
        const now = await client.query({ ...personQuery(projectId, distinctId), staleTime: 0 });
        if (now?.id === person.id) return;
      }
      throw new Error('The merge was sent, but is not processed yet. Reload the page in a minute.');
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['person', projectId] });
      toast('success', 'The persons are merged.');
      onClose();
    },
  });
  return (
    <Dialog
      title={`Merge a person into ${person.name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="danger"
            busy={merge.isPending}
            disabled={other.trim() === ''}
            onClick={() => merge.mutate()}
          >
            Merge
          </Button>
        </>
      }
    >
      <Stack>
        <p>
          The events and distinct ids of the other person become those of {person.name}. Properties
          that both have keep the values of {person.name}.
        </p>
        <TextField
          label="A distinct id of the other person"
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          value={other}
          onChange={({ target }) => setOther(target.value)}
        />
        {merge.error !== null && <Notice kind="danger">{merge.error.message}</Notice>}
      </Stack>
    </Dialog>
  );
}

function SplitDialog({ person, onClose }: DialogProps) {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const split = useMutation({
    mutationFn: () => splitOff(projectId, person.id, leaving),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['person', projectId] });
      toast('success', 'The person is split.');
      onClose();
    },
  });
  const isAll = leaving.length === person.distinct_ids.length;
  return (
    <Dialog
      title={`Split ${person.name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="danger"
            busy={split.isPending}
            disabled={leaving.length === 0 || isAll}
            onClick={() => split.mutate()}
          >
            Split the person
          </Button>
        </>
      }
    >
      <Stack>
        <p>
          Choose the distinct ids to split off. Each becomes a separate person with its events; the
          properties stay with {person.name}. You can merge them again later.
        </p>
        {person.distinct_ids.map((id) => (
          <Checkbox
            key={id}
            label={id}
            checked={leaving.includes(id)}
            onChange={(isLeaving) =>
              setLeaving(isLeaving ? [...leaving, id] : leaving.filter((one) => one !== id))
            }
          />
        ))}
        {isAll && <Notice kind="warning">At least one distinct id must remain.</Notice>}
      </Stack>
    </Dialog>
  );
}

function DeleteDialog({ person, onClose }: DialogProps) {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const go = useProjectNavigate();
  const [withEvents, setWithEvents] = useState(false);
  const [keepsPerson, setKeepsPerson] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      keepsPerson
        ? deleteEvents(projectId, person.id)
        : deletePerson(projectId, person.id, { withEvents }),
    onSuccess: async () => {
      toast('success', keepsPerson ? 'The events are being deleted.' : `Deleted ${person.name}.`);
      onClose();
      if (!keepsPerson) go({ path: 'persons', replace: true });
      await client.invalidateQueries({ queryKey: ['persons', projectId] });
    },
  });
  return (
    <Dialog
      title={`Delete ${person.name}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {keepsPerson ? 'Delete the events' : 'Delete the person'}
          </Button>
        </>
      }
    >
      <Stack>
        <p>
          The profile is deleted with its properties and {person.distinct_ids.length} distinct{' '}
          {person.distinct_ids.length === 1 ? 'id' : 'ids'}. This cannot be undone; query-workers
          remove the data from all stores within minutes.
        </p>
        <Checkbox
          label="Also delete the events and recordings"
          checked={withEvents || keepsPerson}
          disabled={keepsPerson}
          onChange={setWithEvents}
        />
        <Checkbox
          label="Delete only the events, and keep the person"
          checked={keepsPerson}
          onChange={setKeepsPerson}
        />
      </Stack>
    </Dialog>
  );
}
