import { describeCases } from '../support/describe-cases';
import { events } from './events';
import { groups } from './groups';

describe('management conformance', () => {
  describeCases({ events, groups });
});
