import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useBlockedBy, useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { ConfirmButton } from '../../ui/dialog/confirm-button';
import { TextField } from '../../ui/field/field';
import { Card, Row, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { createHoldout, deleteHoldout, holdoutsQuery } from './experiment-data';
import styles from './experiments.module.css';

/** The holdouts: shares of people that are excluded from the experiments that use them. */
export function HoldoutsPart() {
  const projectId = useProjectId();
  const client = useQueryClient();
  const blockedBy = useBlockedBy('experiment:write');
  const list = useQuery(holdoutsQuery(projectId));
  const reload = () => client.invalidateQueries({ queryKey: ['experiment-holdouts', projectId] });
  if (list.isPending) return <Loading label="Loading the holdouts" />;
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  const holdouts = list.data.results;
  return (
    <Stack>
      {holdouts.length === 0 ? (
        <EmptyState icon="users" title="No holdouts yet">
          A holdout keeps the same share of people out of several experiments, so that you can
          measure what all of them do together.
        </EmptyState>
      ) : (
        <div className={styles.scroller} tabIndex={0} role="region" aria-label="Holdouts">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Holdout</th>
                <th scope="col">Share of people</th>
                <th scope="col">
                  <span className={styles.hidden}>Commands</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {holdouts.map(({ id, name, description, filters }) => (
                <tr key={id}>
                  <td>
                    {name}
                    <div className={styles.note}>{description}</div>
                  </td>
                  <td>{filters.map((filter) => `${filter.rollout_percentage} %`).join(', ')}</td>
                  <td>
                    <ConfirmButton
                      label={`Delete ${name}`}
                      text="Delete"
                      blockedBy={blockedBy}
                      title={`Delete ${name}?`}
                      onConfirm={async () => {
                        await deleteHoldout(projectId, id);
                        await reload();
                      }}
                    >
                      The people in it will take part in the experiments that use it.
                    </ConfirmButton>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <NewHoldout blockedBy={blockedBy} onCreated={reload} />
    </Stack>
  );
}

function NewHoldout(props: {
  readonly blockedBy: string | null;
  readonly onCreated: () => Promise<void>;
}) {
  const projectId = useProjectId();
  const [name, setName] = useState('');
  const [share, setShare] = useState('5');
  const create = useMutation({
    mutationFn: () =>
      createHoldout(projectId, {
        name: name.trim(),
        filters: [{ properties: [], rollout_percentage: Number(share) }],
      }),
    onSuccess: async () => {
      setName('');
      await props.onCreated();
    },
  });
  return (
    <Card title="New holdout">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <div className={styles.controls}>
          <TextField label="Name" value={name} onChange={({ target }) => setName(target.value)} />
          <TextField
            label="Share of people, %"
            type="number"
            min={0}
            max={100}
            className={styles.percent}
            value={share}
            onChange={({ target }) => setShare(target.value)}
          />
          <Row>
            <Button
              type="submit"
              blockedBy={props.blockedBy}
              busy={create.isPending}
              disabled={name.trim() === '' || share === ''}
            >
              Create holdout
            </Button>
          </Row>
        </div>
      </form>
    </Card>
  );
}
