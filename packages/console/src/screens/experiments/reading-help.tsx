import styles from './experiments.module.css';

/** An explanation of the numbers in a result, for people who do not use statistics every day. */
export function ReadingHelp() {
  return (
    <details className={styles.help}>
      <summary>How to read the results</summary>
      <dl>
        <dt>Change</dt>
        <dd>How much higher or lower the variant is than the baseline variant.</dd>
        <dt>95% interval</dt>
        <dd>
          The true change lies in it in about 95 of 100 experiments. While it contains zero, there
          may be no change at all.
        </dd>
        <dt>Chance to be higher (Bayesian)</dt>
        <dd>The probability that the true value is higher than that of the compared variant.</dd>
        <dt>p-value (frequentist, sequential)</dt>
        <dd>
          How often chance alone would show a difference like this. Below 0.05 it counts as clear. A
          frequentist p-value is valid for one check at the planned end; a sequential one is valid
          for every check, but has wider intervals.
        </dd>
        <dt>Broken split</dt>
        <dd>
          If the shares of people differ from the configured split, people are lost or counted
          twice, and the results cannot be trusted.
        </dd>
      </dl>
      <p className={styles.note}>
        The page <code>docs/statistics.md</code> of Tidemark names the source of each method, and
        the simulations that check it.
      </p>
    </details>
  );
}
