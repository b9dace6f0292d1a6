import { timestampText } from '../../queries/time-text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { newFunnel } from '../../queries/insight/new-insight';
import { unwrapQuery } from '../../queries/query-link';
import { useChangeSearch, useSearchParameter } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { QueryLink } from '../../session/query-link';
import { SelectField } from '../../ui/field/field';
import { SearchField } from '../../ui/field/search-field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Icon } from '../../ui/icon/icon';
import { Page, Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import button from '../../ui/button/button.module.css';
import styles from './insights.module.css';
import type { SavedInsight } from './saved-insights';
import { insightListQuery, PAGE_OF_INSIGHTS } from './saved-insights';
import { counted } from '../../queries/numbers';

const KINDS = [
  { value: '', label: 'All kinds' },
  { value: 'TRENDS', label: 'Trends' },
  { value: 'FUNNELS', label: 'Funnels' },
  { value: 'RETENTION', label: 'Retention' },
  { value: 'PATHS', label: 'Paths' },
  { value: 'LIFECYCLE', label: 'Lifecycle' },
  { value: 'STICKINESS', label: 'Stickiness' },
  { value: 'SQL', label: 'SQL' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

/** The saved insights of the project. */
export default function InsightsScreen() {
  const project = useProject();
  const search = useSearchParameter('search') ?? '';
  const page = useSearchParameter('page') ?? '1';
  const number = Math.max(1, Number(page) || 1);
  const named = useSearchParameter('kind') ?? '';
  const kind = KINDS.find(({ value }) => value === named)?.value ?? '';
  const change = useChangeSearch();
  const settled = useDebounced(search);
  const list = useQuery({
    ...insightListQuery(project.id, { search: settled, kind, page: number }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Insights" actions={<NewLink />}>
      <Row>
        <SearchField
          label="Search insights"
          placeholder="Name or description"
          value={search}
          onChange={(text) => change({ search: text, page: undefined })}
        />
        <KindField kind={kind} />
      </Row>
      {list.error !== null && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data === undefined ? (
        list.isPending && <Loading />
      ) : (
        <List
          insights={list.data.results}
          count={list.data.count}
          isSearch={settled !== ''}
          kind={kind}
          zone={project.timezone}
        />
      )}
      {list.data !== undefined &&
        (list.data.count > PAGE_OF_INSIGHTS || (number > 1 && list.data.count > 0)) && (
          <Pages page={number} count={list.data.count} search={search} kind={kind} />
        )}
    </Page>
  );
}

function NewLink() {
  const blocked = useBlockedBy('query:read');
  if (blocked !== null) return null;
  return (
    <ProjectLink path="insights/new" className={`${button.button} ${button.primary}`}>
      <Icon name="plus" /> New insight
    </ProjectLink>
  );
}

function KindField({ kind }: { readonly kind: Kind }) {
  const change = useChangeSearch();
  return (
    <SelectField
      label="Kind"
      labelHidden
      value={kind}
      options={KINDS}
      onChange={(value) => change({ kind: value, page: undefined })}
    />
  );
}

function List(props: {
  readonly insights: readonly SavedInsight[];
  readonly count: number;
  readonly isSearch: boolean;
  readonly kind: Kind;
  readonly zone: string;
}) {
  const { insights, count, isSearch, kind, zone } = props;
  if (insights.length === 0 && count > 0) {
    return <EmptyState icon="chart-line" title="This page is empty" />;
  }
  if (insights.length === 0 && kind !== '' && !isSearch) {
    return <NoneOfKind kind={kind} />;
  }
  if (insights.length === 0) {
    return isSearch ? (
      <EmptyState icon="search" title="No insight has this name" />
    ) : (
      <EmptyState icon="chart-line" title="No saved insights" action={<NewLink />}>
        An insight counts events over time, or follows people through steps. Create one and save it.
      </EmptyState>
    );
  }
  return (
    <div className={styles.frame}>
      <table className={styles.list}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Kind</th>
            <th scope="col">Changed ({zone})</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {insights.map((insight) => (
            <tr key={insight.id}>
              <td>
                <ProjectLink path={`insights/${insight.short_id}`}>
                  {insight.name || insight.derived_name || 'Without a name'}
                </ProjectLink>
              </td>
              <td>
                <Badge>{kindOf(insight)}</Badge>
              </td>
              <td>{timestampText(insight.last_modified_at, zone)}</td>
              <td>{insight.last_modified_by?.email ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NoneOfKind({ kind }: { readonly kind: Kind }) {
  const label = KINDS.find(({ value }) => value === kind)?.label ?? kind;
  return (
    <EmptyState icon="chart-line" title={`No saved insight of the kind ${label}`}>
      {kind === 'FUNNELS' ? (
        <QueryLink path="insights/new" query={newFunnel()}>
          Create a funnel
        </QueryLink>
      ) : (
        'Choose another kind, or create a new insight.'
      )}
    </EmptyState>
  );
}

function kindOf({ query }: SavedInsight): string {
  if (query === null) return 'none';
  const { kind } = unwrapQuery(query);
  return kind.replace(/(Query|VisualizationNode|TableNode)$/, '');
}

function Pages(props: {
  readonly page: number;
  readonly count: number;
  readonly search: string;
  readonly kind: Kind;
}) {
  const { page, count, search, kind } = props;
  const last = Math.ceil(count / PAGE_OF_INSIGHTS);
  const link = (to: number, text: string) => (
    <ProjectLink
      path="insights"
      search={{ search: search || undefined, kind: kind || undefined, page: String(to) }}
      className={button.button}
    >
      {text}
    </ProjectLink>
  );
  return (
    <Row>
      {page > 1 && link(Math.min(page - 1, last), 'Previous')}
      <span>
        Page {page} of {last}, {counted(count, 'insight')}
      </span>
      {page < last && link(page + 1, 'Next')}
    </Row>
  );
}
