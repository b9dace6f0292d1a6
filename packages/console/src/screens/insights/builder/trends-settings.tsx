import { useState } from 'react';
import { formulaOf, setFormula } from '../../../queries/insight/change-insight';
import { letterOf } from '../../../queries/insight/series-names';
import type { TrendsQuery } from '../../../queries/insight/types';
import { TextField } from '../../../ui/field/field';
import type { BuilderProps } from './builder-props';
import styles from './builder.module.css';

/** The formula over the series. */
export function TrendsSettings({ query, onChange }: BuilderProps<TrendsQuery>) {
  const formula = formulaOf(query);
  return (
    <section className={styles.section} aria-label="Formula">
      {/* Another formula in the query, as after Back, is another draft. */}
      <FormulaField
        key={formula}
        formula={formula}
        letters={query.series.map((_, index) => letterOf(index)).join(', ')}
        onDone={(text) => onChange(setFormula(query, text))}
      />
    </section>
  );
}

function FormulaField(props: {
  readonly formula: string;
  readonly letters: string;
  readonly onDone: (text: string) => void;
}) {
  const { formula, letters, onDone } = props;
  const [text, setText] = useState(formula);
  const finish = (): void => {
    if (text.trim() !== formula) onDone(text);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <TextField
        label="Formula"
        hint={`Over ${letters}, such as A / B * 100. It takes the place of the series.`}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onBlur={finish}
      />
    </form>
  );
}
