import { useState } from 'react';
import type { FlagDraft } from '../../queries/flags/flag';
import { variantsOf, withShare, withVariants } from '../../queries/flags/flag';
import { Button } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import styles from './flags.module.css';

/** Fields for the shares of the variants. If one share changes, the other variants divide the rest in proportion. */
export function SharesForm(props: {
  readonly draft: FlagDraft;
  readonly blockedBy: string | null;
  readonly onChange: (draft: FlagDraft) => void;
}) {
  const { draft, blockedBy, onChange } = props;
  const stored = variantsOf(draft);
  const [variants, setVariants] = useState(stored);
  const isChanged = JSON.stringify(variants) !== JSON.stringify(stored);
  return (
    <form
      className={styles.sharesForm}
      aria-label="Shares of the variants"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(withVariants(draft, variants));
      }}
    >
      <p className={styles.note}>
        To show a variant to more people, raise its share; the others divide the rest. A person can
        get another variant when the shares change.
      </p>
      <div className={styles.shares}>
        {variants.map(({ key, rollout_percentage: share }) => (
          <TextField
            key={key}
            label={`${key}, %`}
            type="number"
            min={0}
            max={100}
            step="any"
            value={share}
            disabled={blockedBy !== null}
            onChange={({ target }) => {
              const next = target.valueAsNumber;
              if (next >= 0 && next <= 100) setVariants(withShare(variants, key, next));
            }}
          />
        ))}
        <Button type="submit" blockedBy={blockedBy} disabled={!isChanged}>
          Review these shares
        </Button>
      </div>
    </form>
  );
}
