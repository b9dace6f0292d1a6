/** The observed conversions of a variant. */
interface Observed {
  readonly successes: number;
  readonly failures: number;
}

/**
 * The expected loss from choosing one variant instead of the best of the others, in the share of converting units, if
 * each variant had as many units again: beta-binomial predictions under a uniform prior (Gelman et al. 2013, 2.1).
 */
export function predictedLoss(chosen: Observed, others: readonly Observed[]): number {
  const all = [chosen, ...others].map(predictionOf);
  const places = all.map(() => 0);
  let [loss, x] = [0, 0];
  // The distributions are constant between the shares that are possible.
  while (x < 1) {
    const next = Math.min(...all.map(({ units }, at) => ((places[at] ?? 0) + 1) / units));
    const [ofChosen = 0, ...ofOthers] = all.map(({ cdf }, at) => cdf[places[at] ?? 0] ?? 1);
    const best = ofOthers.reduce((product, below) => product * below, 1);
    loss += (Math.min(next, 1) - x) * ofChosen * (1 - best);
    x = next;
    all.forEach(({ units }, at) => {
      const place = places[at] ?? 0;
      if ((place + 1) / units <= next) places[at] = place + 1;
    });
  }
  return loss;
}

/** The probabilities of at most 0, 1, 2, … successes of as many units as were observed. */
function predictionOf({ successes, failures }: Observed): {
  readonly units: number;
  readonly cdf: Float64Array;
} {
  const units = successes + failures;
  const cdf = new Float64Array(units + 1);
  const ratio = (k: number): number =>
    ((units - k) / (k + 1)) * ((1 + successes + k) / (units - k + failures));
  // From the most likely number on, because the first ones may be too unlikely for a number.
  cdf[successes] = 1;
  for (let k = successes; k < units; k++) cdf[k + 1] = (cdf[k] ?? 0) * ratio(k);
  for (let k = successes; k > 0; k--) cdf[k - 1] = (cdf[k] ?? 0) / ratio(k - 1);
  const total = cdf.reduce((sum, mass) => sum + mass, 0);
  let below = 0;
  for (let k = 0; k <= units; k++) {
    below += (cdf[k] ?? 0) / total;
    cdf[k] = Math.min(1, below);
  }
  return { units, cdf };
}
