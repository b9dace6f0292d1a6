import { lazy } from 'react';
import {
  addExclusion,
  changeExclusion,
  exclusionsOf,
  removeExclusion,
} from '../../../queries/insight/change-funnel';
import { seriesName } from '../../../queries/insight/series-names';
import type { FunnelsQuery } from '../../../queries/insight/types';
import { useProjectId } from '../../../session/me';
import { IconButton } from '../../../ui/button/button';
import { SelectField } from '../../../ui/field/field';
import { Lazily } from '../../../ui/state/lazily';
import type { BuilderProps } from './builder-props';
import styles from './builder.module.css';

// Loaded when a list is opened.
const EntityPicker = lazy(async () => ({
  default: (await import('../../../ui/picker/entity-picker')).EntityPicker,
}));

/** Events that exclude people from the funnel if they happen between two steps. */
export function Exclusions({ query, onChange }: BuilderProps<FunnelsQuery>) {
  const projectId = useProjectId();
  const last = query.series.length - 1;
  // If steps can be in any order, exclusions apply to the whole funnel.
  const isPartial = query.funnelsFilter?.funnelOrderType !== 'unordered' && last > 1;
  const steps = query.series.map((node, index) => ({
    value: String(index),
    label: `${index + 1}: ${seriesName(node)}`,
  }));
  return (
    <section className={styles.section} aria-label="Exclusions">
      <h2>Exclude people who did</h2>
      {exclusionsOf(query).map((exclusion, index) => {
        const name = seriesName(exclusion);
        return (
          <div key={index} className={styles.row} role="group" aria-label={`Exclusion: ${name}`}>
            <div className={styles.formula}>
              <span>{name}</span>
              <IconButton
                icon="x"
                label={`Remove the exclusion ${name}`}
                onClick={() => onChange(removeExclusion(query, index))}
              />
            </div>
            {isPartial && (
              <div className={styles.pair}>
                <SelectField
                  label="After step"
                  value={String(exclusion.funnelFromStep)}
                  options={steps.slice(0, exclusion.funnelToStep)}
                  onChange={(step) =>
                    onChange(changeExclusion(query, index, { funnelFromStep: Number(step) }))
                  }
                />
                <SelectField
                  label="Before step"
                  value={String(exclusion.funnelToStep)}
                  options={steps.slice(exclusion.funnelFromStep + 1)}
                  onChange={(step) =>
                    onChange(changeExclusion(query, index, { funnelToStep: Number(step) }))
                  }
                />
              </div>
            )}
          </div>
        );
      })}
      <Lazily>
        <EntityPicker
          projectId={projectId}
          label="Add an exclusion"
          text="Add an event"
          icon="plus"
          onPick={(entity) => onChange(addExclusion(query, entity))}
        />
      </Lazily>
    </section>
  );
}
