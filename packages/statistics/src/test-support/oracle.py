"""Writes oracle.json: the results of SciPy with which the tests compare the results of this package.

Run: pip install scipy && python oracle.py > oracle.json
Does not use the formulae of the package: the data are drawn at random, and the results come from SciPy, or from
plain sums and integrals.
"""

import json
import sys

import numpy as np
import scipy
from scipy import integrate, optimize, stats

rng = np.random.default_rng(20261123)


def sums(values):
    return {"count": len(values), "sum": float(values.sum()), "sumSquares": float((values**2).sum())}


def welch():
    cases = []
    for count_c, count_t, draw in [
        (40, 55, lambda n: rng.normal(10, 3, n)),
        (2000, 1500, lambda n: rng.exponential(4, n)),
        (300, 90, lambda n: rng.lognormal(1, 1.2, n)),
        (5, 6, lambda n: rng.normal(0, 1, n) + 3),
        (100_000, 90_000, lambda n: rng.poisson(2, n).astype(float)),
    ]:
        c, t = draw(count_c), draw(count_t) * 1.05
        test = stats.ttest_ind(t, c, equal_var=False)
        low, high = test.confidence_interval(0.95)
        cases.append({"control": sums(c), "treatment": sums(t), "pValue": float(test.pvalue),
                      "interval": [float(low), float(high)]})
    return cases


def ratio_variance():
    """Variance of ΣM/ΣD as the variance of the residuals M − R·D, which needs no covariance."""
    cases = []
    for count in (50, 3000):
        d = rng.poisson(3, count) + 1.0
        m = d * rng.normal(20, 6, count) + rng.normal(0, 5, count)
        r = m.sum() / d.sum()
        variance = np.var(m - r * d, ddof=1) / d.mean() ** 2
        cases.append({"count": count, "numerator": sums(m), "denominator": sums(d),
                      "productSum": float((m * d).sum()), "mean": float(r), "variance": float(variance)})
    return cases


def cuped():
    """The slope from a regression over both variants, and the variances of the adjusted values."""
    cases = []
    for count_c, count_t, slope in [(400, 500, 0.8), (3000, 2000, 0.1)]:
        xs = [rng.gamma(2, 3, n) for n in (count_c, count_t)]
        ys = [slope * x + rng.normal(5, 2, len(x)) + effect for x, effect in zip(xs, (0, 0.4))]
        theta = stats.linregress(np.concatenate(xs), np.concatenate(ys)).slope
        adjusted = [y - theta * x for x, y in zip(xs, ys)]
        cases.append({
            "variants": [{"value": sums(y), "covariate": sums(x), "productSum": float((x * y).sum())}
                         for x, y in zip(xs, ys)],
            "theta": float(theta),
            "means": [float(a.mean()) for a in adjusted],
            "variances": [float(a.var(ddof=1)) for a in adjusted],
        })
    return cases


def normal_posterior():
    cases = []
    for estimate, variance, level in [(0.1, 0.004, 0.95), (-0.02, 0.0001, 0.9), (3, 0.25, 0.99), (0, 1, 0.8)]:
        believed = stats.norm(estimate, np.sqrt(variance))
        far = 12 * np.sqrt(variance) + abs(estimate)
        loss = integrate.quad(lambda x: -x * believed.pdf(x), -far, 0, epsabs=1e-13, points=[estimate] if estimate < 0 else None)[0]
        gain = integrate.quad(lambda x: x * believed.pdf(x), 0, far, epsabs=1e-13, points=[estimate] if estimate > 0 else None)[0]
        cases.append({"effect": {"estimate": estimate, "variance": variance}, "level": level,
                      "chanceToWin": float(believed.sf(0)), "interval": [float(x) for x in believed.interval(level)],
                      "lossOfTreatment": float(loss), "lossOfControl": float(gain)})
    return cases


def log_normal_posterior():
    cases = []
    for mean, variance, level in [(0.08, 0.003, 0.95), (-0.4, 0.09, 0.9)]:
        ratio = stats.lognorm(np.sqrt(variance), scale=np.exp(mean))
        loss = integrate.quad(lambda x: (1 - x) * ratio.pdf(x), 0, 1, epsabs=1e-13)[0]
        gain = integrate.quad(lambda x: (x - 1) * ratio.pdf(x), 1, np.exp(mean + 12 * np.sqrt(variance)), epsabs=1e-13)[0]
        cases.append({"logMean": mean, "logVariance": variance, "level": level, "chanceToWin": float(ratio.sf(1)),
                      "interval": [float(x) - 1 for x in ratio.interval(level)],
                      "lossOfTreatment": float(loss), "lossOfControl": float(gain)})
    return cases


def beta_binomial():
    cases = []
    for (n_c, s_c), (n_t, s_t), difference, level in [
        ((1000, 100), (1000, 110), "relative", 0.95),
        ((1000, 100), (900, 110), "absolute", 0.9),
        ((12, 1), (15, 4), "absolute", 0.95),
        ((10, 0), (12, 3), "absolute", 0.95),
        ((200_000, 20_000), (500, 62), "absolute", 0.95),
        ((500, 62), (200_000, 20_400), "relative", 0.95),
        ((30_000, 29_950), (30_000, 29_990), "absolute", 0.99),
    ]:
        c, t = (stats.beta(s + 0.5, n - s + 0.5) for n, s in ((n_c, s_c), (n_t, s_t)))
        ends = [float(x) for p in (1e-15, 1 - 1e-15) for x in (c.ppf(p), t.ppf(p))]
        marks = sorted({*ends, *(float(d.ppf(p)) for d in (c, t) for p in (0.001, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999))})

        def area(f):
            return sum(integrate.quad(f, a, b, epsabs=1e-14, epsrel=1e-12, limit=200)[0] for a, b in zip(marks, marks[1:]))

        win = area(lambda x: t.pdf(x) * c.cdf(x))
        # E[max(0, C − T)] is the integral of P(T ≤ x < C).
        loss = area(lambda x: t.cdf(x) * c.sf(x))
        gain = area(lambda x: c.cdf(x) * t.sf(x))

        def below(effect):
            at = (lambda x: x * (1 + effect)) if difference == "relative" else (lambda x: x + effect)
            return area(lambda x: c.pdf(x) * t.cdf(at(x)))

        tail = (1 - level) / 2
        interval = [optimize.brentq(lambda e: below(e) - p, -0.99, 5, xtol=1e-11) for p in (tail, 1 - tail)]
        scale = 1 / c.mean() if difference == "relative" else 1
        cases.append({"control": {"count": n_c, "successes": s_c}, "treatment": {"count": n_t, "successes": s_t},
                      "difference": difference, "level": level, "chanceToWin": float(win), "interval": interval,
                      "lossOfTreatment": float(loss * scale), "lossOfControl": float(gain * scale)})
    return cases


def sample_ratio():
    cases = []
    for observed, shares in [([5000, 5140], [50, 50]), ([330, 335, 360], [1, 1, 1]), ([900, 110, 95], [80, 10, 10]),
                             ([10_000, 11_000], [50, 50])]:
        expected = np.array(shares) / sum(shares) * sum(observed)
        cases.append({"observed": observed, "shares": shares, "expected": [float(x) for x in expected],
                      "pValue": float(stats.chisquare(observed, expected).pvalue)})
    return cases


def false_discovery():
    return [{"pValues": p, "adjusted": [float(x) for x in stats.false_discovery_control(p)]}
            for p in ([0.01, 0.04, 0.03, 0.5, 0.2], [0.9, 0.0001], [0.05], [0.02, 0.02, 0.02, 0.8])]


def power():
    """Power of the two-sided z test: the normal distribution of the estimate beyond both bounds."""
    cases = []
    for mean, variance, effect, units, alpha, ratio in [
        (0.1, 0.09, 0.1, 15_000, 0.05, 1), (20, 900, 0.02, 40_000, 0.01, 1), (0.3, 0.21, 0.05, 8000, 0.05, 0.25),
    ]:
        error = np.sqrt(variance / units * (1 + 1 / ratio))
        bound = stats.norm.isf(alpha / 2) * error
        estimate = stats.norm(mean * effect, error)
        cases.append({"mean": mean, "variance": variance, "effect": effect, "units": units, "alpha": alpha,
                      "ratio": ratio, "power": float(estimate.sf(bound) + estimate.cdf(-bound))})
    return cases


json.dump({
    "madeWith": f"SciPy {scipy.__version__}, NumPy {np.__version__}",
    "welch": welch(),
    "ratioVariance": ratio_variance(),
    "cuped": cuped(),
    "normalPosterior": normal_posterior(),
    "logNormalPosterior": log_normal_posterior(),
    "betaBinomial": beta_binomial(),
    "sampleRatio": sample_ratio(),
    "falseDiscovery": false_discovery(),
    "power": power(),
}, sys.stdout, indent=1)
print()
