import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { downloadRows } from '../api/download-rows';
import { runQuery } from '../api/query-runner';
import type { PeopleBehind } from '../queries/insight/people-behind';
import { countQuery, exportQuery, peoplePageQuery, restOf } from '../queries/insight/people-behind';
import { counted, numberWords } from '../queries/numbers';
import { useProjectId } from '../session/me';
import { ProjectLink } from '../session/project-link';
import { Button } from '../ui/button/button';
import { Dialog } from '../ui/dialog/dialog';
import { Stack } from '../ui/layout/page';
import { EmptyState, ErrorState, Loading, Notice } from '../ui/state/states';
import styles from './insight-view.module.css';
import { useQueryRun } from './use-query-run';

const PAGE = 100;

interface Actor {
  readonly id: string;
  readonly type?: string;
  readonly distinct_ids?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly group_key?: string;
}

/** A drawer that lists the people behind a number, compares their number with it, and offers all of them as a file. */
export function PeopleDrawer(props: {
  /** The people to show; null closes the drawer. */
  readonly people: PeopleBehind | null;
  readonly onClose: () => void;
}) {
  const { people, onClose } = props;
  const rest = people === null ? null : restOf(people);
  return (
    <Dialog
      title={people?.title ?? 'People'}
      isOpen={people !== null}
      onClose={onClose}
      place="drawer"
      actions={people === null ? undefined : <ExportAll people={people} />}
    >
      {people !== null && (
        <Stack>
          {rest === null ? (
            <Comparison people={people} />
          ) : (
            <ShareComparison people={people} rest={rest} />
          )}
          <PeopleList people={people} />
        </Stack>
      )}
    </Dialog>
  );
}

/** Shows the number of people, and whether it equals the number that was clicked. */
function Comparison({ people }: { readonly people: PeopleBehind }) {
  const run = useQueryRun(countQuery(people));
  if (run.error !== null) return <ErrorState error={run.error} onRetry={run.refresh} />;
  if (run.answer === undefined || run.isOutdated) return <Loading label="Counting" />;
  const [row = []] = run.answer.response['results'] as readonly (readonly number[])[];
  const [count = 0, events = 0] = row.map(Number);
  const clicked = numberWords(people.clicked);
  const said = counted(count, 'person', 'people');
  if (people.comparable === null) {
    return (
      <Notice kind="info">
        {said}. The number {clicked} in the chart is computed from their events; it is not a number
        of people.
      </Notice>
    );
  }
  const found = people.comparable === 'people' ? count : events;
  const what = people.comparable === 'people' ? said : `${said}, ${counted(events, 'time')}`;
  if (found === people.clicked) {
    return (
      <Notice kind="success">
        {what}: exactly the number {clicked}.
      </Notice>
    );
  }
  return (
    <Notice kind="warning">
      {what}, but the chart shows {clicked}. {MAY_HAVE_CHANGED}
    </Notice>
  );
}

/** Compares the conversion rate that was clicked with the rate that follows from the two lists of people. */
function ShareComparison(props: { readonly people: PeopleBehind; readonly rest: PeopleBehind }) {
  const { people, rest } = props;
  const [converted, others] = [useQueryRun(countQuery(people)), useQueryRun(countQuery(rest))];
  const error = converted.error ?? others.error;
  if (error !== null) {
    const retry = (): void => [converted, others].forEach((run) => run.refresh());
    return <ErrorState error={error} onRetry={retry} />;
  }
  if (converted.answer === undefined || others.answer === undefined) {
    return <Loading label="Counting" />;
  }
  const count = (run: typeof converted): number => {
    const rows = run.answer?.response['results'] as readonly (readonly number[])[] | undefined;
    return rows?.[0]?.[0] ?? 0;
  };
  const all = count(converted) + count(others);
  const found = all === 0 ? 0 : Math.round((count(converted) / all) * 10_000) / 100;
  const said = `${numberWords(count(converted))} of ${counted(all, 'person', 'people')} who entered`;
  if (found === people.clicked) {
    return (
      <Notice kind="success">
        {said}: exactly {numberWords(people.clicked)}%.
      </Notice>
    );
  }
  return (
    <Notice kind="warning">
      {said}, but the chart shows {numberWords(people.clicked)}%. {MAY_HAVE_CHANGED}
    </Notice>
  );
}

const MAY_HAVE_CHANGED =
  'Events may have arrived since the insight was computed; compute it again.';

function PeopleList({ people }: { readonly people: PeopleBehind }) {
  const projectId = useProjectId();
  const pages = useInfiniteQuery({
    queryKey: ['people-behind', projectId, people.source, people.where],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      runQuery(projectId, peoplePageQuery(people, PAGE, pageParam), { signal }),
    getNextPageParam: (last, all) => (last['hasMore'] === true ? all.length * PAGE : undefined),
  });
  if (pages.error !== null) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (pages.data === undefined) return <Loading label="Loading people" />;
  const rows = pages.data.pages.flatMap((page) => page['results'] as readonly (readonly [Actor])[]);
  if (rows.length === 0) return <EmptyState icon="users" title="No people" />;
  return (
    <>
      <ul className={styles.people}>
        {rows.map(([actor]) => (
          <li key={actor.id}>
            <Person actor={actor} />
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function Person({ actor }: { readonly actor: Actor }) {
  const [distinctId] = actor.distinct_ids ?? [];
  const text = (name: string): string | null => {
    const value = actor.properties?.[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const names = [text('email'), text('name'), actor.group_key, distinctId];
  const [first = actor.id, second] = names.filter((name) => name !== null && name !== undefined);
  if (distinctId === undefined) {
    return (
      <span>
        {first} {actor.type !== 'group' && <span className={styles.note}>without a profile</span>}
      </span>
    );
  }
  return (
    <ProjectLink path={`person/${encodeURIComponent(distinctId)}`} className={styles.person}>
      <span>{first}</span>
      <span className={styles.note}>{second}</span>
    </ProjectLink>
  );
}

function ExportAll({ people }: { readonly people: PeopleBehind }) {
  const projectId = useProjectId();
  const save = useMutation({
    mutationFn: () => downloadRows(projectId, exportQuery(people), 'csv', 'people'),
  });
  return (
    <Button icon="download" busy={save.isPending} onClick={() => save.mutate()}>
      Export all as CSV
    </Button>
  );
}
