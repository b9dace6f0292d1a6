import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { ProjectLink } from '../../session/project-link';
import { sqlQueryIn } from '../../queries/sql/sql-query';
import { timestampText } from '../../queries/time-text';
import { Dialog } from '../../ui/dialog/dialog';
import { TextField } from '../../ui/field/field';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { CutNotice } from '../../ui/table/pager';
import { savedListQuery } from './saved';
import styles from './sql.module.css';

interface SavedDrawerProps {
  readonly projectId: number;
  readonly zone: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A drawer with the saved HogQL queries of the project. */
export function SavedDrawer(props: SavedDrawerProps) {
  const { isOpen, onClose } = props;
  return (
    <Dialog title="Saved queries" place="drawer" isOpen={isOpen} onClose={onClose}>
      {isOpen && <SavedList {...props} />}
    </Dialog>
  );
}

function SavedList({ projectId, zone }: SavedDrawerProps) {
  const { text: search = '' } = useAddressSearch();
  const change = useChangeSearch();
  const list = useQuery({
    ...savedListQuery(projectId, search.trim()),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TextField
        label="Find by name"
        labelHidden
        type="search"
        placeholder="Find by name"
        value={search}
        onChange={(event) => change({ text: event.target.value })}
      />
      {list.isPending && <Loading label="Loading saved queries" />}
      {list.error !== null && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.count === 0 && (
        <EmptyState icon="save" title={search === '' ? 'Nothing saved yet' : 'Nothing found'}>
          Save a query with Ctrl S: it is saved as an insight, which others can find and which can
          be added to dashboards.
        </EmptyState>
      )}
      <ul className={styles.history}>
        {list.data?.results.map(({ id, short_id, name, query, last_modified_at }) => (
          <li key={id}>
            <ProjectLink path="sql" search={{ insight: short_id }}>
              <strong>{name ?? 'Without a name'}</strong>
              <code>{sqlQueryIn(query)?.query}</code>
              <span className={styles.meta}>
                Changed {timestampText(last_modified_at, zone)}, {zone}
              </span>
            </ProjectLink>
          </li>
        ))}
      </ul>
      <CutNotice
        shown={list.data?.results.length ?? 0}
        count={list.data?.count ?? 0}
        things="saved queries"
        advice="Search for the others."
      />
    </>
  );
}
