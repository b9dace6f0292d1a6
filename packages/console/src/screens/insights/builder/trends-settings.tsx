import { useState } from 'react';
import { formulasOf, setFormulas } from '../../../queries/insight/change-trends';
import { drawnAs } from '../../../queries/insight/displays';
import { letterOf } from '../../../queries/insight/series-names';
import type { FormulaNode, TrendsQuery } from '../../../queries/insight/types';
import { Button, IconButton } from '../../../ui/button/button';
import type { BuilderProps } from './builder-props';
import styles from './builder.module.css';
import { TextDraft } from './text-draft';

/** The formulas over the series, each with an optional name. */
export default function TrendsSettings({ query, onChange }: BuilderProps<TrendsQuery>) {
  const [isAdding, setAdding] = useState(false);
  const formulas = formulasOf(query);
  const over = drawnAs(query)?.over;
  // Box plots and heatmaps of hours do not support formulas.
  if (over === 'values' || over === 'week') return null;
  const put = (next: readonly FormulaNode[]): void => onChange(setFormulas(query, next));
  const letters = query.series.map((_, index) => letterOf(index)).join(', ');
  return (
    <section className={styles.section} aria-label="Formulas">
      <h2>Formulas</h2>
      {formulas.map((node, index) => (
        <div key={index} className={styles.row} role="group" aria-label={`Formula ${index + 1}`}>
          <div className={styles.formula}>
            <TextDraft
              label={`Formula ${index + 1}`}
              labelHidden
              value={node.formula}
              onDone={(formula) => put(formulas.with(index, { ...node, formula }))}
            />
            <IconButton
              icon="x"
              label={`Remove the formula ${index + 1}`}
              onClick={() => put(formulas.toSpliced(index, 1))}
            />
          </div>
          <TextDraft
            label={`Name of the formula ${index + 1}`}
            labelHidden
            placeholder="Name"
            value={node.custom_name ?? ''}
            onDone={(custom_name) => put(formulas.with(index, { ...node, custom_name }))}
          />
        </div>
      ))}
      {isAdding || formulas.length === 0 ? (
        <TextDraft
          key={formulas.length}
          label={formulas.length === 0 ? 'Formula' : 'Another formula'}
          hint={`Over ${letters}, such as A / B * 100. Formulas replace the series in the chart.`}
          value=""
          onDone={(formula) => {
            setAdding(false);
            put([...formulas, { formula }]);
          }}
        />
      ) : (
        <Button kind="quiet" icon="plus" onClick={() => setAdding(true)}>
          Add a formula
        </Button>
      )}
    </section>
  );
}
