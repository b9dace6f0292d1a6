import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { SelectField, TextField } from '../../ui/field/field';
import { FormCard } from '../../ui/layout/form-card';
import { Card, Page, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/state/states';
import { CodeBlock } from '../../ui/text/code-block';
import { Timestamp } from '../../ui/text/timestamp';
import type { PersonalKey } from './keys-data';
import { createKey, deleteKey, keysQuery, rollKey, TASKS } from './keys-data';
import styles from './settings.module.css';

/** The personal keys of the signed-in user. The value of a key is shown only once. */
export default function KeysScreen() {
  const keys = useQuery(keysQuery);
  const [shown, setShown] = useState<PersonalKey | null>(null);
  return (
    <Page title="Personal keys">
      <p>
        Programs that read data or change the project use one of your keys. Create a separate key
        for each program.
      </p>
      <NewKey onCreated={setShown} />
      {shown !== null && shown.value !== null && (
        <Card title={`The key ${shown.label}`}>
          <Notice kind="warning">Copy it now: it is not shown again.</Notice>
          <CodeBlock code={shown.value} label="Personal key" />
        </Card>
      )}
      {keys.isPending && <Loading label="Loading keys" />}
      {keys.isError && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data?.length === 0 && <EmptyState icon="key-round" title="No keys yet" />}
      {keys.data !== undefined && keys.data.length > 0 && (
        <KeyTable keys={keys.data} onRolled={setShown} />
      )}
    </Page>
  );
}

function NewKey({ onCreated }: { readonly onCreated: (key: PersonalKey) => void }) {
  const client = useQueryClient();
  const [label, setLabel] = useState('');
  const [taskId, setTaskId] = useState(TASKS[0]?.id ?? '');
  const scopes = TASKS.find(({ id }) => id === taskId)?.scopes ?? [];
  const create = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => createKey(label, scopes),
    onSuccess: async (key) => {
      setLabel('');
      onCreated(key);
      await client.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
  return (
    <FormCard title="New key" error={create.error} onSubmit={() => create.mutate()}>
      <TextField
        label="Label"
        required
        maxLength={40}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <SelectField
        label="Purpose"
        hint={`Scopes: ${scopes.join(', ')}`}
        value={taskId}
        options={TASKS.map(({ id, label: text }) => ({ value: id, label: text }))}
        onChange={setTaskId}
      />
      <Button kind="primary" type="submit" icon="plus" busy={create.isPending}>
        Create
      </Button>
    </FormCard>
  );
}

interface TableProps {
  readonly keys: readonly PersonalKey[];
  readonly onRolled: (key: PersonalKey) => void;
}

function KeyTable({ keys, onRolled }: TableProps) {
  const { timezone } = useProject();
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ key: PersonalKey; what: 'roll' | 'delete' } | null>(null);
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: keysQuery.queryKey });
  const act = useMutation({
    mutationFn: async ({ key, what }: NonNullable<typeof asked>) => {
      if (what === 'delete') await deleteKey(key.id);
      else onRolled(await rollKey(key.id));
      await refresh();
    },
    onSettled: () => setAsked(null),
  });
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="Personal keys">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Label</th>
            <th scope="col">Key</th>
            <th scope="col">Scopes</th>
            <th scope="col">Last used</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td>{key.label}</td>
              <td>
                <code>{key.mask_value}</code>
              </td>
              <td>{key.scopes.join(', ')}</td>
              <td>
                <Timestamp value={key.last_used_at} zone={timezone} />
              </td>
              <td>
                <Button
                  kind="quiet"
                  aria-label={`Renew ${key.label}`}
                  onClick={() => setAsked({ key, what: 'roll' })}
                >
                  Renew
                </Button>
                <Button
                  kind="quiet"
                  aria-label={`Delete ${key.label}`}
                  onClick={() => setAsked({ key, what: 'delete' })}
                >
                  Delete
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked !== null && (
        <Dialog
          title={`${asked.what === 'roll' ? 'Renew' : 'Delete'} ${asked.key.label}?`}
          isOpen
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>Cancel</Button>
              <Button kind="danger" busy={act.isPending} onClick={() => act.mutate(asked)}>
                {asked.what === 'roll' ? 'Renew the key' : 'Delete the key'}
              </Button>
            </>
          }
        >
          <Stack>
            <p>Programs that use the current key are rejected at once.</p>
          </Stack>
        </Dialog>
      )}
    </div>
  );
}
