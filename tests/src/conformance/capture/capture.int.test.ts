import { describeCases } from '../test-support/describe-cases';
import { cookieless } from './cookieless';
import { enrichment } from './enrichment';
import { leniency } from './leniency';
import { merges } from './merges';
import { personProperties } from './person-properties';
import { personless } from './personless';
import { recordings } from './recordings';
import { rejections } from './rejections';
import { sessions } from './sessions';
import { sizes } from './sizes';
import { time } from './time';
import { transport } from './transport';
import { v1 } from './v1';
import { warnings } from './warnings';

describe('capture conformance', () => {
  describeCases({
    transport,
    sizes,
    recordings,
    rejections,
    leniency,
    time,
    'person properties': personProperties,
    merges,
    personless,
    enrichment,
    sessions,
    cookieless,
    v1,
    warnings,
  });
});
