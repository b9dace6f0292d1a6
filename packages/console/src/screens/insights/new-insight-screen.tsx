import { useState } from 'react';
import { newTrends } from '../../queries/insight/new-insight';
import { insightTitle } from '../../queries/insight/series-names';
import { isInsightQuery } from '../../queries/insight/types';
import { useBlockedBy } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { useQueryLink } from '../../session/use-query-link';
import { Button } from '../../ui/button/button';
import { Page } from '../../ui/layout/page';
import { EmptyState, Loading } from '../../ui/state/states';
import { InsightEditor } from './insight-editor';
import { SaveDialog } from './save-dialog';
import { useSaveKey } from '../../session/use-save-key';

const BEGIN = newTrends();

/** An unsaved insight, whose query is stored in the URL. */
export default function NewInsightScreen() {
  const { query, isLoading, error, setQuery, clear } = useQueryLink();
  const blockedBy = useBlockedBy('insight:write');
  const navigate = useProjectNavigate();
  const [isSaving, setSaving] = useState(false);
  const shown = query ?? BEGIN;
  useSaveKey(blockedBy === null, () => setSaving(true));
  if (isLoading) return <Loading />;
  if (error !== null) {
    return (
      <EmptyState
        isPage
        icon="circle-alert"
        title="This link cannot be opened"
        action={<Button onClick={() => clear({ replace: true })}>Begin a new insight</Button>}
      >
        {error.message}
      </EmptyState>
    );
  }
  if (!isInsightQuery(shown)) {
    return (
      <EmptyState isPage icon="chart-line" title="No builder for this kind yet">
        The URL contains a query of the kind {shown.kind}, which cannot be edited here.
      </EmptyState>
    );
  }
  const title = insightTitle(shown);
  return (
    <Page
      title="New insight"
      actions={
        <Button kind="primary" icon="save" blockedBy={blockedBy} onClick={() => setSaving(true)}>
          Save
        </Button>
      }
    >
      <InsightEditor query={shown} label={title} onChange={(next) => void setQuery(next)} />
      {isSaving && (
        <SaveDialog
          query={shown}
          name={title}
          onClose={() => setSaving(false)}
          onSaved={({ short_id }) => navigate({ path: `insights/${short_id}` })}
        />
      )}
    </Page>
  );
}
