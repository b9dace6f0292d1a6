import { RunFrame } from '../../insight-view/run-frame';
import { useQueryRun } from '../../insight-view/use-query-run';
import type { FlagDraft } from '../../queries/flags/flag';
import { variantsOf } from '../../queries/flags/flag';
import type { FlagEffect } from '../../queries/flags/flag-effect';
import {
  clearDifference,
  EFFECT_DAYS,
  effectQuery,
  effectsOf,
} from '../../queries/flags/flag-effect';
import { shapeFunnels } from '../../queries/insight/shape-funnel';
import { numberWords, shareWords } from '../../queries/numbers';
import { useChangeSearch, useSearchParameter } from '../../session/address';
import { useProjectId } from '../../session/me';
import { QueryLink } from '../../session/query-link';
import button from '../../ui/button/button.module.css';
import { EventPicker } from '../../ui/filters/event-picker';
import { Icon } from '../../ui/icon/icon';
import { Card, Row, Stack } from '../../ui/layout/page';
import { EmptyState, Notice } from '../../ui/state/states';
import { SharesForm } from './shares-form';
import styles from './flags.module.css';

interface Props {
  readonly flagKey: string;
  readonly draft: FlagDraft;
  readonly blockedBy: string | null;
  /** Opens the release tab with a changed draft. */
  readonly onChange: (draft: FlagDraft) => void;
}

/**
 * A chart that shows how many people with each value of a flag later sent a chosen event, so that users can decide
 * whether to raise the rollout. The URL contains the event.
 */
export function EffectCard({ flagKey, draft, blockedBy, onChange }: Props) {
  const projectId = useProjectId();
  const goal = useSearchParameter('goal') ?? null;
  const changeSearch = useChangeSearch();
  return (
    <Card
      title="Is it safe to roll out further? Later events by flag value"
      actions={
        <Row>
          <EventPicker
            projectId={projectId}
            event={goal}
            onChange={(event) => changeSearch({ goal: event ?? undefined })}
            emptyText="Choose an event"
          />
        </Row>
      }
    >
      {goal === null ? (
        <p className={styles.note}>
          Choose an event that the flag should lead to, or must not cause, such as $exception. The
          table shows the share of people who did it, by flag value.
        </p>
      ) : (
        <Effects flagKey={flagKey} goal={goal} />
      )}
      {variantsOf(draft).length > 1 && (
        <SharesForm draft={draft} blockedBy={blockedBy} onChange={onChange} />
      )}
    </Card>
  );
}

function Effects({ flagKey, goal }: { readonly flagKey: string; readonly goal: string }) {
  const query = effectQuery(flagKey, goal);
  const run = useQueryRun(query);
  return (
    <RunFrame
      run={run}
      footer={
        <Row>
          <QueryLink
            path="insights/new"
            query={query}
            className={`${button.button} ${button.quiet}`}
          >
            <Icon name="chart-line" /> Open as an insight
          </QueryLink>
        </Row>
      }
    >
      {({ query: asked, response }) => {
        const effects = effectsOf(shapeFunnels(asked, response['results']));
        if (effects.length === 0) {
          return (
            <EmptyState icon="flag" title={`No client requested it in ${EFFECT_DAYS} days`}>
              Clients report the value of each person with the event $feature_flag_called.
            </EmptyState>
          );
        }
        return <EffectTable effects={effects} goal={goal} />;
      }}
    </RunFrame>
  );
}

function EffectTable(props: { readonly effects: readonly FlagEffect[]; readonly goal: string }) {
  const { effects, goal } = props;
  const clear = clearDifference(effects);
  return (
    <Stack>
      {effects.length > 1 && (
        <Notice kind="info">
          {clear === null
            ? `The differences can be explained by chance: ${goal} shows no clear difference between the values.`
            : `More people did ${goal} with ${clear.most.value} than with ${clear.least.value}. This is unlikely to be chance.`}
        </Notice>
      )}
      <div
        className={styles.scroller}
        tabIndex={0}
        role="region"
        aria-label="Later events by flag value"
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">People, {EFFECT_DAYS} days</th>
              <th scope="col">Did {goal}</th>
              <th scope="col">Share</th>
              <th scope="col">95% interval</th>
            </tr>
          </thead>
          <tbody>
            {effects.map(({ value, people, reached, share, low, high }) => (
              <tr key={value}>
                <th scope="row">{value}</th>
                <td>{numberWords(people)}</td>
                <td>{numberWords(reached)}</td>
                <td>{shareWords(share)}</td>
                <td>
                  {shareWords(low)} to {shareWords(high)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Stack>
  );
}
