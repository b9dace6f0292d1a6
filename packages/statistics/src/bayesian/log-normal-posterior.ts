import { normalCdf, normalQuantile } from '../distributions';
import type { Sample } from '../samples/sample';
import { StatisticsError } from '../statistics-error';
import type { Posterior } from './posterior';

/**
 * A relative effect whose ratio treatment/control is log-normal, under a flat prior on its logarithm: mean ln(mT/mC),
 * variance vT/(nT·mT²) + vC/(nC·mC²) by the delta method. It suits positive, skewed values such as revenue: unlike in
 * the normal model of a relative effect, the interval never contains an effect below −100 %, and exchanging the
 * variants inverts the ratio exactly.
 *
 * @throws StatisticsError for a mean that is not above zero, or when no value varies
 */
export function logNormalPosterior(control: Sample, treatment: Sample, level: number): Posterior {
  if (!(control.mean > 0 && treatment.mean > 0)) {
    throw new StatisticsError('A log-normal model needs means above zero.');
  }
  const mean = Math.log(treatment.mean / control.mean);
  const variance = [control, treatment].reduce(
    (sum, sample) => sum + sample.variance / (sample.count * sample.mean ** 2),
    0,
  );
  if (!(variance > 0)) throw new StatisticsError('The values do not vary.');
  const deviation = Math.sqrt(variance);
  const z = mean / deviation;
  const margin = -normalQuantile((1 - level) / 2) * deviation;
  // The parts of the mean ratio above and below a ratio of 1.
  const ratio = Math.exp(mean + variance / 2);
  const [below, above] = [normalCdf(-z - deviation), normalCdf(z + deviation)];
  return {
    chanceToWin: normalCdf(z),
    interval: [Math.expm1(mean - margin), Math.expm1(mean + margin)],
    lossOfTreatment: Math.max(0, normalCdf(-z) - ratio * below),
    lossOfControl: Math.max(0, ratio * above - normalCdf(z)),
  };
}
