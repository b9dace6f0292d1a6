import { describeCases } from '../support/describe-cases';
import { events } from './events';
import { groups } from './groups';
import { insights } from './insights';

describe('management conformance', () => {
  describeCases({ events, groups, insights });
});
