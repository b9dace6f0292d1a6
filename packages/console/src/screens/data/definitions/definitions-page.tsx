import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useAddressSearch, useChangeSearch } from '../../../session/address';
import { useProject } from '../../../session/me';
import { ProjectLink } from '../../../session/project-link';
import { useOffset } from '../../../session/use-offset';
import { useDebounced } from '../../../ui/filters/use-debounced';
import { Page } from '../../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../../ui/state/states';
import { Pager } from '../../../ui/table/pager';
import { Lazily } from '../../../ui/state/lazily';
import type { DefinitionFilters, Subject } from './definition-data';
import { definitionListQuery, PAGE_ROWS } from './definition-data';
import { DefinitionFilterRow } from './definition-filters';
import { DefinitionTable } from './definition-table';
import styles from './definitions.module.css';

const DefinitionDrawer = lazy(() => import('./definition-drawer'));

/** The definitions of events or properties: their use, descriptions and visibility. */
export function DefinitionsPage({ subject }: { readonly subject: Subject }) {
  const project = useProject();
  const { text = '', verified = '', hidden, tag = '', names = '', open = '' } = useAddressSearch();
  const [offset, changeOffset] = useOffset();
  const change = useChangeSearch();
  const filters: DefinitionFilters = {
    ...{ text, verified, tag, names, offset },
    withHidden: hidden === 'shown',
  };
  // Typed texts; an object would be another value in each rendering.
  const typed = { text: useDebounced(text), tag: useDebounced(tag) };
  const list = useQuery(definitionListQuery(project.id, subject, { ...filters, ...typed }));
  const shown = list.data?.results ?? [];
  const isFiltered = [text, verified, tag, names].some((value) => value !== '');
  return (
    <Page title="Definitions">
      <nav className={styles.kinds} aria-label="Kinds of definitions">
        <ProjectLink path="data-management/events" activeClassName={styles.active}>
          Events
        </ProjectLink>
        <ProjectLink path="data-management/properties" activeClassName={styles.active}>
          Properties
        </ProjectLink>
      </nav>
      <DefinitionFilterRow subject={subject} filters={filters} />
      {list.isPending && <Loading label="Loading definitions" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.count === 0 && <Nothing subject={subject} isFiltered={isFiltered} />}
      {shown.length > 0 && (
        <DefinitionTable subject={subject} definitions={shown} zone={project.timezone} />
      )}
      <Pager
        offset={offset}
        size={PAGE_ROWS}
        shown={shown.length}
        count={list.data?.count ?? 0}
        onChange={changeOffset}
      />
      {open !== '' && (
        <Lazily>
          <DefinitionDrawer
            key={open}
            subject={subject}
            id={open}
            onClose={() => change({ open: undefined })}
          />
        </Lazily>
      )}
    </Page>
  );
}

function Nothing(props: { readonly subject: Subject; readonly isFiltered: boolean }) {
  const { subject, isFiltered } = props;
  const thing = subject.kind === 'events' ? 'event' : 'property';
  if (isFiltered) {
    return (
      <EmptyState icon="hash" title={`No ${thing} matches`}>
        Change the text or the filters above.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="hash"
      title={subject.kind === 'events' ? 'No events yet' : 'No properties yet'}
      action={<ProjectLink path="onboarding">Send the first event</ProjectLink>}
    >
      A name is listed here when ingestion sees it for the first time. Hidden names are listed only
      if you include them.
    </EmptyState>
  );
}
