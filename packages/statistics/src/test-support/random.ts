/** Random draws that are the same for the same seed. */
export interface Random {
  /** Uniform between 0 and 1, both excluded. */
  readonly uniform: () => number;
  /** Standard normal. */
  readonly normal: () => number;
  /** Poisson with a small mean. */
  readonly poisson: (mean: number) => number;
  /** How many of `count` units convert, each with the probability `chance`. */
  readonly conversions: (count: number, chance: number) => number;
}

/** Mulberry32 with the Box–Muller transform and Knuth's product method. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
    poisson: (mean) => {
      const bound = Math.exp(-mean);
      let [count, product] = [0, uniform()];
      for (; product > bound; count++) product *= uniform();
      return count;
    },
    conversions: (count, chance) => {
      const cumulative = cumulativeBinomial(count, chance);
      const drawn = uniform();
      let [low, high] = [0, count];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((cumulative[middle] ?? 1) < drawn) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

const cumulativeByKey = new Map<string, Float64Array>();

/** P(X ≤ k) of a binomial distribution for each k. */
function cumulativeBinomial(count: number, chance: number): Float64Array {
  const key = `${count} ${chance}`;
  const known = cumulativeByKey.get(key);
  if (known !== undefined) return known;
  const cumulative = new Float64Array(count + 1);
  let [logTerm, sum] = [count * Math.log1p(-chance), 0];
  for (let k = 0; k <= count; k++) {
    sum += Math.exp(logTerm);
    cumulative[k] = sum;
    logTerm += Math.log((count - k) / (k + 1)) + Math.log(chance / (1 - chance));
  }
  cumulativeByKey.set(key, cumulative);
  return cumulative;
}
