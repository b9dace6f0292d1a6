import { useQuery } from '@tanstack/react-query';
import type { Destination, Template } from '../../queries/destinations/destination';
import { stateWords } from '../../queries/destinations/destination-words';
import { useAddressSearch, useChangeSearch, usePathParameter } from '../../session/address';
import { useBlockedBy, useProject, useProjectId } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { ConfirmButton } from '../../ui/dialog/confirm-button';
import { HistoryList } from '../../ui/history/history-list';
import { Page } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/state/states';
import { Tabs } from '../../ui/tabs/tabs';
import { Badge } from '../../ui/text/badge';
import { Timestamp } from '../../ui/text/timestamp';
import {
  destinationQuery,
  internalTemplateListQuery,
  saveDestination,
  templateListQuery,
  useForgetDestination,
} from './destination-data';
import { DestinationEditor } from './destination-editor';
import { EnableButton } from './enable-button';
import { RunsTab } from './runs-tab';
import { TemplateChoice } from './template-choice';

/** `data-management/destinations/new?template=…` and `data-management/destinations/{id}?tab=…`. */
export default function DestinationScreen() {
  const id = usePathParameter('id');
  return id === 'new' ? <NewDestination /> : <StoredDestination key={id} id={id} />;
}

function NewDestination() {
  const projectId = useProjectId();
  const { template: templateId, about } = useAddressSearch();
  const templates = useQuery(templateListQuery(projectId));
  const internal = useQuery(internalTemplateListQuery(projectId));
  const all = [...(templates.data ?? []), ...(internal.data ?? [])];
  const chosen = all.find(({ id }) => id === templateId);
  return (
    <Page title="New destination">
      <ProjectLink path="data-management/destinations">All destinations</ProjectLink>
      {(templates.isPending || internal.isPending) && <Loading label="Loading templates" />}
      {templates.isError && (
        <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />
      )}
      {internal.isError && (
        <ErrorState error={internal.error} onRetry={() => void internal.refetch()} />
      )}
      {templates.isSuccess && internal.isSuccess && chosen === undefined && (
        <TemplateChoice
          templates={templates.data}
          internalTemplates={internal.data}
          about={about}
        />
      )}
      {chosen !== undefined && (
        <>
          <p>
            {chosen.description}.{' '}
            <ProjectLink path="data-management/destinations/new">Another template</ProjectLink>
          </p>
          <DestinationEditor key={chosen.id} template={chosen} destination={null} />
        </>
      )}
    </Page>
  );
}

function StoredDestination({ id }: { readonly id: string }) {
  const project = useProject();
  const stored = useQuery(destinationQuery(project.id, id));
  const templates = useQuery(templateListQuery(project.id));
  if (stored.isPending || templates.isPending) return <Loading label="Loading the destination" />;
  if (stored.isError && stored.data === undefined) {
    return <ErrorState isPage error={stored.error} onRetry={() => void stored.refetch()} />;
  }
  if (templates.isError && templates.data === undefined) {
    return <ErrorState isPage error={templates.error} onRetry={() => void templates.refetch()} />;
  }
  const destination = stored.data;
  const template = templates.data.find((known) => known.id === destination.template_id);
  return <DestinationPage destination={destination} template={template} zone={project.timezone} />;
}

interface DestinationPageProps {
  readonly destination: Destination;
  /** Undefined if this version of the server does not have the template. */
  readonly template: Template | undefined;
  readonly zone: string;
}

function DestinationPage({ destination, template, zone }: DestinationPageProps) {
  const { id } = destination;
  const projectId = useProjectId();
  const { tab = 'configuration' } = useAddressSearch();
  const change = useChangeSearch();
  const name = destination.name === '' ? 'Without a name' : destination.name;
  const { text, tone } = stateWords(destination);
  return (
    <Page
      title={name}
      actions={
        <>
          <Badge tone={tone}>{text}</Badge>
          <EnableButton destination={destination} label={name} />
          <DeleteButton id={id} name={name} />
        </>
      }
    >
      <ProjectLink path="data-management/destinations">All destinations</ProjectLink>
      <Trouble destination={destination} zone={zone} />
      <Tabs
        label="Parts of the destination"
        selected={tab}
        onSelect={(next) =>
          change({
            ...{ tab: next === 'configuration' ? undefined : next, offset: undefined },
            ...{ state: undefined, run: undefined },
          })
        }
        tabs={[
          {
            id: 'configuration',
            label: 'Configuration',
            content:
              template === undefined ? (
                <EmptyState title={`This version has no template ${destination.template_id}`} />
              ) : (
                <DestinationEditor template={template} destination={destination} />
              ),
          },
          { id: 'deliveries', label: 'Deliveries', content: <RunsTab destinationId={id} /> },
          {
            id: 'history',
            label: 'History',
            content: (
              <HistoryList projectId={projectId} scope="HogFunction" itemId={id} zone={zone} />
            ),
          },
        ]}
      />
    </Page>
  );
}

/** A message about a destination that does not deliver, with the reason. */
function Trouble({
  destination,
  zone,
}: {
  readonly destination: Destination;
  readonly zone: string;
}) {
  const { enabled, status } = destination;
  if (!enabled) return <Notice kind="info">It is switched off: no event is sent.</Notice>;
  if (status.state === 1) return null;
  return (
    <Notice kind={status.state === 3 ? 'warning' : 'danger'}>
      {status.state === 3
        ? 'Deliveries failed several times in a row, so the destination is paused. Events wait until then. '
        : 'The latest delivery failed and will be tried again. '}
      {status.retry_at !== null && (
        <>
          It tries again at <Timestamp value={status.retry_at} zone={zone} />.{' '}
        </>
      )}
      {status.latest_error}
    </Notice>
  );
}

function DeleteButton({ id, name }: { readonly id: string; readonly name: string }) {
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('hog_function:write');
  const go = useProjectNavigate();
  const forget = useForgetDestination(projectId);
  return (
    <ConfirmButton
      label={`Delete ${name}`}
      text="Delete"
      blockedBy={blockedBy}
      title={`Delete ${name}?`}
      onConfirm={async () => {
        await saveDestination(projectId, id, { deleted: true });
        forget(id);
        go({ path: 'data-management/destinations', replace: true });
      }}
    >
      No more events are sent, and waiting deliveries are cancelled. Its history is kept in the
      activity log.
    </ConfirmButton>
  );
}
