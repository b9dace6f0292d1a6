import { describeCases } from '../test-support/describe-cases';
import { changes } from './changes';
import { continuity } from './continuity';
import { crossOrigin } from './cross-origin';
import { definitions } from './definitions';
import { describedRoutes } from './described-routes';
import { dependencies } from './dependencies';
import { earlyAccess } from './early-access';
import { evaluation } from './evaluation';
import { flagOrders } from './flag-orders';
import { management } from './management';
import { ofrep } from './ofrep';
import { reasons } from './reasons';
import { remoteConfig } from './remote-config';
import { requests } from './requests';
import { scheduledChanges } from './scheduled-changes';
import { shapes } from './shapes';
import { selection } from './selection';
import { special } from './special';
import { surveys } from './surveys';
import { storedProperties } from './stored-properties';

describe('flags conformance', () => {
  describeCases({
    requests,
    shapes,
    'cross origin': crossOrigin,
    'remote config': remoteConfig,
    evaluation,
    selection,
    dependencies,
    'early access': earlyAccess,
    surveys,
    special,
    continuity,
    'stored properties': storedProperties,
    changes,
    definitions,
    management,
    'flag orders': flagOrders,
    'scheduled changes': scheduledChanges,
    reasons,
    ofrep,
    'described routes': describedRoutes,
  });
});
