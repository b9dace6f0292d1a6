import { family } from './spec';

/** Integer division by zero gives 0: an exception would reveal data of other rows. */
export const arithmeticFunctions = [
  ...family(
    'Integer',
    `intDiv/2=intDivOrZero intDivOrZero/2 moduloOrZero/2 gcd/2 lcm/2
     intExp2/1 intExp10/1`,
    { numeric: true },
  ),
  ...family(
    'first',
    `negate/1 abs!/1 max2!/2 min2!/2 floor!/1-2 ceil!/1-2 trunc!/1-2 round!/1-2 roundBankers/1-2
     roundToExp2/1 roundDuration/1 roundAge/1 roundDown/2`,
    { numeric: true },
  ),
  ...family(
    'Float',
    `exp!/1 exp2/1 exp10/1 log!/1 ln!/1=log log2!/1 log10!/1 log1p/1 sqrt!/1 cbrt/1 erf/1 erfc/1
     lgamma/1 tgamma/1 sin!/1 cos!/1 tan!/1 asin!/1 acos!/1 atan!/1 sinh/1 cosh/1 asinh/1 acosh/1
     atanh/1 degrees!/1 radians!/1 pow!/2 power!/2=pow atan2!/2 hypot/2`,
    { numeric: true },
  ),
  ...family('Float', 'e/0 pi!/0', { nullability: 'never' }),
  ...family('Integer', 'sign!/1 factorial!/1 width_bucket/4=widthBucket', { numeric: true }),
  ...family('Integer', 'positiveModulo/2=positiveModuloOrNull', {
    numeric: true,
    nullability: 'always',
  }),
  ...family('Decimal', 'multiplyDecimal/2-3 divideDecimal/2-3'),
  ...family('Boolean', 'isFinite/1 isInfinite/1 isNaN/1', { numeric: true }),
  ...family('first', 'ifNotFinite/2'),
];
