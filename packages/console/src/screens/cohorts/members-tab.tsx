import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { downloadRows } from '../../api/download-rows';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProjectId } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { useOffset } from '../../session/use-offset';
import { Button, IconButton } from '../../ui/button/button';
import { SearchField } from '../../ui/field/search-field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Row, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import type { Cohort } from './cohort-data';
import { MEMBERS, membersExport, membersQuery, removeMember } from './cohort-data';
import styles from './cohorts.module.css';

/** The members of the cohort in pages, and an export of all of them. */
export function MembersTab({ cohort }: { readonly cohort: Cohort }) {
  const projectId = useProjectId();
  const { text: search = '' } = useAddressSearch();
  const change = useChangeSearch();
  const [offset, setOffset] = useOffset();
  const settled = useDebounced(search);
  const members = useQuery({
    ...membersQuery(projectId, cohort.id, settled, offset),
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: () =>
      downloadRows(projectId, membersExport(cohort.id), 'csv', `cohort-${cohort.id}`),
  });
  const rows = members.data?.results ?? [];
  return (
    <Stack>
      <Row>
        <SearchField
          label="Search members"
          placeholder="Name, email or distinct id"
          value={search}
          onChange={(text) => change({ text, offset: undefined })}
        />
        <Button icon="download" busy={save.isPending} onClick={() => save.mutate()}>
          Export all as CSV
        </Button>
      </Row>
      {members.isPending && <Loading label="Loading persons" />}
      {members.isError && (
        <ErrorState error={members.error} onRetry={() => void members.refetch()} />
      )}
      {members.isSuccess && rows.length === 0 && offset === 0 && (
        <EmptyState icon="users" title={search === '' ? 'No members' : 'No person matches'}>
          {cohort.is_calculating && 'The cohort is being calculated.'}
        </EmptyState>
      )}
      {(rows.length > 0 || offset > 0) && (
        <>
          <ul className={styles.members} data-rows>
            {rows.map(({ id, name, distinct_ids: [first = ''] }) => (
              <li key={id}>
                <ProjectLink path={`person/${encodeURIComponent(first)}`}>{name}</ProjectLink>
                {cohort.is_static && <RemoveMember cohort={cohort} id={id} name={name} />}
              </li>
            ))}
          </ul>
          <Row>
            <span className={styles.note}>
              {rows.length === 0
                ? 'No persons on this page'
                : `Persons ${offset + 1} to ${offset + rows.length}`}
            </span>
            <Button
              disabled={offset === 0}
              onClick={() => setOffset(Math.max(0, offset - MEMBERS))}
            >
              Previous
            </Button>
            <Button
              disabled={(members.data?.next ?? null) === null}
              onClick={() => setOffset(offset + MEMBERS)}
            >
              Next
            </Button>
          </Row>
        </>
      )}
    </Stack>
  );
}

function RemoveMember(props: {
  readonly cohort: Cohort;
  readonly id: string;
  readonly name: string;
}) {
  const { cohort, id, name } = props;
  const projectId = useProjectId();
  const client = useQueryClient();
  const blockedBy = useBlockedBy('cohort:write');
  const remove = useMutation({
    mutationFn: () => removeMember(projectId, cohort.id, id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['cohorts', projectId] }),
  });
  return (
    <IconButton
      icon="x"
      label={`Remove ${name} from the cohort`}
      disabled={blockedBy !== null || remove.isPending}
      onClick={() => remove.mutate()}
    />
  );
}
