"""Scores corrected for the measured error of a judge, from a sample that people labelled.

Two ways. Prediction-powered inference adds what people say of the sample less what the judge says
of it; it needs a random sample of the very claims that are scored. Rogan and Gladen's way turns the
judge's confusion round; it needs that the judge errs alike on the labelled and the other claims of
one true label, so a sample may be drawn by the judge's verdict or come from elsewhere.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Below this determinant the verdicts hardly depend on the truth: nothing can be turned round.
_NO_INFORMATION = 1e-6


def prediction_powered(
    *, judged: Floats, judged_sample: Floats, labelled_sample: Floats, power: Floats
) -> Floats:
    """Prediction-powered estimate of a mean in [0, 1].

    People's mean over the sample, moved by what the judge says of all claims but not of the sample;
    `power` is how far. With a power of 1 this is judge on all + (people - judge) on the sample.

    Args:
        judged: weighted mean of the judge's penalties over all claims, (resamples,).
        judged_sample: the same over the labelled claims.
        labelled_sample: weighted mean of people's penalties over the labelled claims.
        power: 0 = people alone, 1 = the judge's opinion moves it in full.

    Returns:
        Estimates, (resamples,), cut to [0, 1]; NaN where an input is.

    Source: A. N. Angelopoulos et al., Science 382 (2023), the mean; with weights, and labelled
    claims among all claims, it is the difference estimator of survey sampling.

    >>> prediction_powered(
    ...     judged=np.array([0.4]),
    ...     judged_sample=np.array([0.5]),
    ...     labelled_sample=np.array([0.3]),
    ...     power=np.array([1.0]),
    ... ).round(6)
    array([0.2])
    """
    return np.clip(labelled_sample + power * (judged - judged_sample), 0.0, 1.0)


def best_power(covariance: Floats, variance: Floats) -> Floats:
    """The power at which the estimate varies least, cut to [0, 1]; 0 for a judge that never varies.

    Args:
        covariance: of the judge's and people's penalties over the labelled claims, (resamples,).
        variance: of the judge's.

    Source: A. N. Angelopoulos, J. C. Duchi and T. Zrnic, PPI++ (2023); with labelled claims among
    all claims the factor for the sample's size cancels.
    """
    slope = np.zeros_like(covariance)
    np.divide(covariance, variance, out=slope, where=variance > _NO_INFORMATION)
    return np.clip(slope, 0.0, 1.0)


def rogan_gladen(observed: Floats, confusion: Floats) -> Floats:
    """True shares of the classes from the judge's shares and its confusion on labelled claims.

    With two classes this is (observed + specificity - 1) / (sensitivity + specificity - 1).

    Args:
        observed: shares of the judge's verdicts, (resamples, classes), each row summing to 1.
        confusion: counts, (resamples, classes, classes), rows = people's label, columns = verdict.

    Returns:
        Shares, (resamples, classes), negative ones set to 0 and the rest made to sum to 1; NaN
        where a class was never labelled, or the verdicts do not depend on the label.

    Source: W. J. Rogan and B. Gladen, Am. J. Epidemiol. 107 (1978); for several classes the
    inversion of the confusion matrix.

    >>> rogan_gladen(np.array([[0.3, 0.7]]), np.array([[[8.0, 2.0], [1.0, 9.0]]])).round(6)
    array([[0.285714, 0.714286]])
    """
    shares = np.full(observed.shape, np.nan)
    labelled = confusion.sum(axis=2, keepdims=True)
    usable = (labelled > 0).all(axis=(1, 2)) & np.isfinite(observed).all(axis=1)
    rates = np.divide(confusion, labelled, out=np.zeros_like(confusion), where=labelled > 0)
    usable &= np.abs(np.linalg.det(rates)) > _NO_INFORMATION
    if usable.any():
        turned = np.linalg.solve(rates[usable].transpose(0, 2, 1), observed[usable][:, :, None])
        cut = np.clip(turned[:, :, 0], 0.0, None)
        shares[usable] = cut / cut.sum(axis=1, keepdims=True)
    return shares
