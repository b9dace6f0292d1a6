import { describeCases } from '../test-support/describe-cases';
import { membership } from './membership';
import { resource } from './resource';

describe('cohorts conformance', () => {
  describeCases({ resource, membership });
});
