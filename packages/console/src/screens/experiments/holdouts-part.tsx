import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProjectId } from '../../session/me';
import { useOffset } from '../../session/use-offset';
import { Button } from '../../ui/button/button';
import { ConfirmButton } from '../../ui/dialog/confirm-button';
import { TextField } from '../../ui/field/field';
import { SearchField } from '../../ui/field/search-field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Card, Row, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Pager } from '../../ui/table/pager';
import { createHoldout, deleteHoldout, EXPERIMENT_ROWS, holdoutsQuery } from './experiment-data';
import styles from './experiments.module.css';

/** The holdouts: shares of people that are excluded from the experiments that use them. */
export function HoldoutsPart() {
  const projectId = useProjectId();
  const client = useQueryClient();
  const blockedBy = useBlockedBy('experiment:write');
  const { text = '' } = useAddressSearch();
  const change = useChangeSearch();
  const [offset, changeOffset] = useOffset();
  const settled = useDebounced(text);
  const list = useQuery(holdoutsQuery(projectId, { text: settled, offset }));
  const reload = () => client.invalidateQueries({ queryKey: ['experiment-holdouts', projectId] });
  const holdouts = list.data?.results ?? [];
  return (
    <Stack>
      <Row>
        <SearchField
          label="Search holdouts"
          placeholder="Name"
          value={text}
          onChange={(value) => change({ text: value, offset: undefined })}
        />
      </Row>
      {list.isPending && <Loading label="Loading the holdouts" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.count === 0 && settled !== '' && (
        <EmptyState title="No holdout matches">Change the text above.</EmptyState>
      )}
      {list.data?.count === 0 && settled === '' && (
        <EmptyState icon="users" title="No holdouts yet">
          A holdout keeps the same share of people out of several experiments, so that you can
          measure what all of them do together.
        </EmptyState>
      )}
      {holdouts.length > 0 && (
        <div className={styles.scroller} tabIndex={0} role="region" aria-label="Holdouts">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Holdout</th>
                <th scope="col" className={styles.number}>
                  Share of people
                </th>
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
                  <td className={styles.number}>
                    {filters.map((filter) => `${filter.rollout_percentage} %`).join(', ')}
                  </td>
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
      <Pager
        offset={offset}
        size={EXPERIMENT_ROWS}
        shown={holdouts.length}
        count={list.data?.count ?? 0}
        onChange={changeOffset}
      />
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
